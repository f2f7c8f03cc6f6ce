import {
  DEFAULT_MACHINE_CONFIG,
  isWholeCents,
  type MachineConfigRequest,
  type MachineConfigResponse,
} from '@console/shared-kernel/schemas'
import type { Caller } from '../tree'
import type { Db } from '../../db/schema'
import { forbidden, FieldErrors } from '../../foundation/httpError'
import { type Motive, writeAudit } from '../writes/writes'
import { rejectStale } from '../writes/staleVersions'
import { differences, isUnchanged } from '../writes/differences'
import { lockMachine } from './changes'

interface Stored {
  config: unknown
  /** Outside of `config` because the list of machines shows it. */
  service_mode: boolean
  config_version: number
}

const toConfig = ({ config, service_mode, config_version }: Stored): MachineConfigResponse => ({
  ...DEFAULT_MACHINE_CONFIG,
  ...(config as Partial<MachineConfigResponse>),
  serviceMode: service_mode,
  version: String(config_version),
})

export async function readConfig(db: Db, machineId: string): Promise<MachineConfigResponse> {
  const stored = await db
    .selectFrom('machines')
    .select(['config', 'service_mode', 'config_version'])
    .where('id', '=', machineId)
    .where('retired_at', 'is', null)
    .executeTakeFirst()
  if (!stored) throw forbidden()
  return toConfig(stored)
}

interface ConfigChange extends Motive {
  machineId: string
  /** Missing fields stay as they are. */
  request: MachineConfigRequest
  expected: number | undefined
}

/** @throws HttpError 409 for a stale version, 400 for a changed field that is out of bounds */
export async function updateConfig(
  trx: Db,
  caller: Caller,
  { machineId, request, expected, reason, reverts }: ConfigChange,
): Promise<MachineConfigResponse> {
  const stored = await lockMachine(trx, machineId)
  const before = toConfig(stored)
  await rejectStale(trx, {
    expected,
    actual: stored.config_version,
    current: () => before,
    subject: { type: 'machine', id: machineId },
    actions: ['machine.config'],
    message: 'La configuración ha cambiado entretanto',
  })
  const after = { ...before, ...request, ...canonicalGames(request) }
  await assertConfigInBounds(trx, before, after)
  const changes = differences(forAudit(before), forAudit(after))
  if (isUnchanged(changes)) return before
  const { serviceMode, version: _version, ...config } = after
  const version = stored.config_version + 1
  await trx
    .updateTable('machines')
    .set({
      config: JSON.stringify(config),
      service_mode: serviceMode,
      config_version: version,
      version: stored.version + 1,
    })
    .where('id', '=', machineId)
    .execute()
  await writeAudit(trx, caller, {
    action: 'machine.config',
    subject: { type: 'machine', id: machineId },
    ...changes,
    version,
    reason,
    reverts,
  })
  return { ...after, version: String(version) }
}

const AMOUNTS = ['valorCentimosDeUnCredito', 'maxApuestaPoker', 'premioMaximoSlot'] as const

/** Checks changed fields only: stored ones may be older than the bounds. @throws HttpError 400 */
async function assertConfigInBounds(
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
  errors.throwIfAny()
}

/** Removes spaces, which would otherwise count as a change. */
const canonicalGames = ({ listaJuegos }: MachineConfigRequest) =>
  listaJuegos === undefined ? {} : { listaJuegos: JSON.stringify(JSON.parse(listaJuegos)) }

/** Turns the games into a list, so that the audit keeps only those that changed. */
function forAudit(config: MachineConfigResponse): object {
  const { version: _version, listaJuegos, ...others } = config
  return { ...others, listaJuegos: JSON.parse(listaJuegos) as unknown }
}
