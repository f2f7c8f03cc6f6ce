import { type GameSettingsResponse, isWholeCents } from '@console/shared-kernel/schemas'
import { FieldErrors } from '../writes/fieldErrors'

const JACKPOTS = ['megaJackpot', 'superJackpot', 'miniJackpot'] as const
const VALUES = ['apMinimum', 'initial', 'maximum'] as const
const PERCENTAGES = ['increasePercentage', 'increaseBackupPercentage'] as const
const MAX_VALUE = 1e9

/** Checks changed fields only: stored ones may be older than the bounds. @throws HttpError 400 */
export function refuseSettingsOutOfBounds(before: GameSettingsResponse, after: GameSettingsResponse): void {
  const errors = new FieldErrors()
  for (const jackpot of JACKPOTS) {
    const [was, is] = [before.jackpotSettings[jackpot], after.jackpotSettings[jackpot]]
    for (const name of VALUES) {
      if (is[name] === was[name]) continue
      const path = `jackpotSettings.${jackpot}.${name}`
      if (is[name] < 0 || is[name] > MAX_VALUE) errors.add(path, `Debe estar entre 0 y ${MAX_VALUE}`)
      else if (!isWholeCents(is[name])) errors.add(path, 'Debe tener dos decimales como máximo')
    }
    for (const name of PERCENTAGES) {
      if (is[name] === was[name] || (is[name] >= 0 && is[name] <= 100)) continue
      errors.add(`jackpotSettings.${jackpot}.${name}`, 'Debe estar entre 0 y 100')
    }
  }
  errors.refuse()
}
