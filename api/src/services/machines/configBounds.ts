import { isWholeCents, type MachineConfigResponse } from '@console/shared-kernel/schemas'
import type { Db } from '../../db/schema'
import { FieldErrors } from '../writes/fieldErrors'

const AMOUNTS = ['valorCentimosDeUnCredito', 'maxApuestaPoker', 'premioMaximoSlot'] as const

/** Checks changed fields only: stored ones may be older than the bounds. @throws HttpError 400 */
export async function refuseConfigOutOfBounds(
  trx: Db,
  before: MachineConfigResponse,
  after: MachineConfigResponse,
): Promise<void> {
  const errors = new FieldErrors()
  for (const name of AMOUNTS) {
    if (after[name] !== before[name] && !isWholeCents(after[name])) {
      errors.add(name, 'Debe tener dos decimales como máximo')
    }
  }
  const { limiteInferiorProfit: lower, limiteSuperiorProfit: upper } = after
  const limitsChanged = lower !== before.limiteInferiorProfit || upper !== before.limiteSuperiorProfit
  if (limitsChanged && lower > upper) {
    errors.add('limiteInferiorProfit', 'No puede ser mayor que el límite superior')
    errors.add('limiteSuperiorProfit', 'No puede ser menor que el límite inferior')
  }
  if (after.listaJuegos !== before.listaJuegos) {
    const { games } = await trx
      .selectFrom('games')
      .select(({ fn }) => fn.countAll<number>().as('games'))
      .executeTakeFirstOrThrow()
    if ((JSON.parse(after.listaJuegos) as unknown[]).length > games) {
      errors.add('listaJuegos', `No puede tener más juegos que el catálogo (${games})`)
    }
  }
  errors.refuse()
}
