/* Rules for money, days, counts and CSV. Pure; each remote bundles what it uses. */
export { isKnownKind, KIND_LABELS, kindLabel, whatOf, whoOf } from '../domain/activityTexts'
export { toggled, withGroup } from '../domain/selectedItems'
export { blockedAncestors, blockedOwners } from '../domain/blockedBranch'
export { type BlockImpact, blockImpactText, combinedBlockImpact, NO_IMPACT } from '../domain/blockImpact'
export { type BlockChange, blockConflict } from '../domain/blockConflict'
export {
  type CreditDifference,
  describeChange,
  isLargeChange,
  largeChange,
  sumOf,
} from '../domain/creditDifference'
export { allLoaded, counted, countedOf, grouped, namesIn } from '../domain/texts'
export { type CsvColumn, type CsvForm, csvPieces, type CsvValue } from '../domain/csv'
export {
  addDays,
  countDays,
  DAY_RANGES,
  firstOfMonth,
  formatDay,
  isReportDay,
  parseDay,
} from '../domain/calendarDays'
export {
  amountText,
  isAmountInput,
  parseAmount,
  numberProblem,
  type NumberRule,
  numberText,
  typedNumber,
} from '../domain/typedNumber'
export {
  formatCount,
  formatEur,
  formatEurShort,
  formatPercent,
  formatProfit,
  formatUsd,
  formatUsdChange,
} from '../domain/money'
export { generatePassword } from '../domain/generatePassword'
export { MAX_AMOUNT_CENTS } from '../contracts/cents'
