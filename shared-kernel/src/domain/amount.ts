import { centsFromWire, centsToWire, decimalText, MAX_AMOUNT_CENTS } from '../contracts/cents'
import { numberProblem, type NumberRule, typedNumber } from './typedNumber'

const TYPING = /^\d*\.?\d*$/
/** As text, because the number does not tell 1000.500, which may be grouped, from 1000.5. */
const COMPLETE = /^\d*(?:\.\d{0,2})?$/
const AMOUNT: NumberRule = { min: 0, max: centsToWire(MAX_AMOUNT_CENTS), decimals: 2 }

/** Whether an amount field accepts the text: digits and at most one point. */
export const isAmountInput = (text: string): boolean => TYPING.test(text)

/** Cents of a typed amount; null unless it is digits with at most two decimals, and not too large. */
export function parseAmount(text: string): number | null {
  const isAmount = COMPLETE.test(text) && numberProblem(text, AMOUNT) === undefined
  return isAmount ? centsFromWire(typedNumber(text, AMOUNT)) : null
}

/** The initial text of an amount field, without grouping. */
export const amountText = (cents: number): string => decimalText(cents)
