/*
 * The part that remotes in other repositories may rely on and that each of them bundles. It is pure and
 * defines nothing.
 */
export {
  centsToWire,
  type Country,
  type Game,
  type Machine,
  normaliseCredit,
  type User,
  versionOf,
} from '../contracts'
export {
  amountText,
  type CsvColumn,
  formatCount,
  formatDay,
  formatEur,
  formatUsd,
  type NumberRule,
  numberText,
  parseAmount,
  typedNumber,
} from '../domain'
export { ownKey } from '../remote'
