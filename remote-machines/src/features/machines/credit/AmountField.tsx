import {
  useCallback,
  useRef,
  type ClipboardEvent,
  type Dispatch,
  type ReactNode,
  type RefObject,
  type SetStateAction,
} from 'react'
import Box from '@mui/material/Box'
import InputAdornment from '@mui/material/InputAdornment'
import TextField from '@mui/material/TextField'
import { isAmountInput } from '@console/shared-kernel/domain'

type AmountProblem = 'invalid' | 'not typed' | 'comma' | 'minus' | 'not pasted'

export interface Amount {
  text: string
  problem: AmountProblem | null
  /** The selection when a key was rejected, kept until the text changes: the next input replaces it. */
  selection?: Selection
  /** The position in the text at which a comma or a minus was rejected, until all the text is selected. */
  rejectedAt?: number | undefined
  /**
   * Input was rejected since the field was empty or entirely replaced: what remains may be another amount.
   */
  isDoubtful?: boolean
}

type Selection = readonly [from: number, to: number]

const PROBLEM_TEXTS: Readonly<Record<Exclude<AmountProblem, 'minus'>, string>> = {
  invalid: 'Please enter a valid amount',
  'not typed': 'Only digits and one decimal point are allowed',
  comma: 'Use a point for decimals',
  'not pasted': 'Not pasted: only amounts such as 1234.56 or $1,234.56 are allowed',
}

/** After a rejected key or paste, nothing is sent until the amount is edited. */
export const isHeld = ({ problem }: Amount): boolean =>
  problem === 'comma' || problem === 'minus' || problem === 'not pasted'

const DIGITS = /^\d+$/

/** Whether the only difference is digits inserted in one place. */
function isLongerByDigits(before: string, after: string): boolean {
  let same = 0
  while (same < before.length && before[same] === after[same]) same += 1
  const added = after.slice(same, after.length - (before.length - same))
  return after.endsWith(before.slice(same)) && DIGITS.test(added)
}

/** Whether the only difference is digits in place of the selection. */
const isReplacedByDigits = (before: string, after: string, [from, to]: Selection): boolean =>
  after.startsWith(before.slice(0, from)) &&
  after.endsWith(before.slice(to)) &&
  DIGITS.test(after.slice(from, after.length - (before.length - to)))

/**
 * @param next the text that the field would have
 * @param selection in the field, before the change
 */
export function withTyped(amount: Amount, next: string, selection?: Selection): Amount {
  if (!isAmountInput(next)) return rejectedKey(amount, next, selection)
  if (isAllReplaced(amount, selection)) return { text: next, problem: null }
  const now = withChange(amount, next)
  const isDoubtful = amount.isDoubtful && !isThousandsComma(amount, next)
  return isDoubtful && next !== '' ? { ...now, isDoubtful } : now
}

function rejectedKey(amount: Amount, next: string, selection?: Selection): Amount {
  const { text } = amount
  const kind = next.includes(',') ? 'comma' : /[-−]/.test(next) ? 'minus' : null
  // leading spaces and a dollar sign do not change the amount
  const isDoubtful = amount.isDoubtful === true || !isAmountInput(next.replace(/^\s*\$?/, ''))
  const rejected = { text, ...(selection && { selection }), ...(isDoubtful && { isDoubtful }) }
  if (kind) return { ...rejected, problem: kind, rejectedAt: next.search(kind === 'comma' ? /,/ : /[-−]/) }
  if (!isHeld(amount)) return { ...rejected, problem: 'not typed' }
  return { ...amount, ...rejected, ...(isAllReplaced(amount, selection) && { rejectedAt: undefined }) }
}

/** Whether the user selected the whole text: a selection remaining from a rejected key does not count. */
function isAllReplaced({ text, selection: rejectedSelection }: Amount, selection?: Selection): boolean {
  const isAll = (part?: Selection) => part?.[0] === 0 && part[1] === text.length
  return isAll(selection) && !isAll(rejectedSelection)
}

/** 1,234.56: a point three digits after the comma shows that the comma separated thousands. */
function isThousandsComma({ problem, rejectedAt = 0 }: Amount, next: string): boolean {
  const digits = next.indexOf('.') - rejectedAt
  return problem === 'comma' && rejectedAt > 0 && digits > 0 && digits % 3 === 0
}

/** @param next an amount */
function withChange(amount: Amount, next: string): Amount {
  const { text, problem, rejectedAt } = amount
  // after a rejected comma, decimals would become hundreds; after a rejected minus, the sign would be lost
  if (
    rejectedAt !== undefined &&
    (isLongerByDigits(text, next) || (amount.selection && isReplacedByDigits(text, next, amount.selection)))
  )
    return { text: next, problem, rejectedAt }
  return { text: next, problem: problem === 'not typed' && next !== '' ? 'not typed' : null }
}

const PLAIN = /^(?=\.?\d)\d*(?:\.\d{0,2})?$/
/** An amount with cents, in which a comma can only separate thousands. */
const US_FORM = /^\d{1,3}(?:,\d{3})*\.\d{2}$/

/** The amount after a rejected paste. */
export const rejectedPaste = ({ text }: Amount): Amount => ({
  text,
  problem: 'not pasted',
  ...(text !== '' && { isDoubtful: true }),
})

/** The digits of a pasted amount; null if the text is ambiguous or not an amount. */
export function pastedAmount(pasted: string): string | null {
  // a spreadsheet cell ends with a line break or a tab
  const text = pasted.trim().replace(/^\$/, '')
  if (PLAIN.test(text)) return text
  return US_FORM.test(text) ? text.replaceAll(',', '') : null
}

interface Props {
  label: string
  amount: Amount
  onChange: Dispatch<SetStateAction<Amount>>
  /** Shown when a minus is typed. */
  minusText: string
  /** What the amount will do, shown on the line below the field, as are problems. */
  hint?: string | undefined
  /** Whether the hint describes a problem. */
  isWrong?: boolean
  inputRef: RefObject<HTMLInputElement | null>
}

/** An amount that can be sent keeps its hint, even after a rejected key. */
function helpOf(problem: AmountProblem | null, minusText: string, hint: string): ReactNode {
  if (problem === null) return hint
  if (problem === 'minus') return minusText
  if (problem !== 'not typed') return PROBLEM_TEXTS[problem]
  return (
    <>
      <Box component="span" sx={{ display: 'block' }}>
        {PROBLEM_TEXTS[problem]}
      </Box>
      {hint}
    </>
  )
}

/** The selection, and the text with the selection replaced. */
function replaceSelection(field: HTMLInputElement, inserted: string) {
  const [from, to] = [field.selectionStart ?? 0, field.selectionEnd ?? 0]
  return { from, to, next: field.value.slice(0, from) + inserted + field.value.slice(to) }
}

/** More prominent than other help texts: operators check the resulting credit before they save. */
const PREVIEW = { typography: 'body2', color: 'text.primary' } as const

/** Dollars. Accepts only digits and a point. */
export function AmountField(props: Props) {
  const { label, amount, onChange, minusText, hint = ' ', isWrong = false, inputRef } = props
  /** The selection before the latest change. */
  const before = useRef<Selection>([0, 0])
  const attach = useCallback(
    (field: HTMLInputElement | null) => {
      inputRef.current = field
      if (!field) return undefined
      // the first digit typed replaces the amount
      field.select()
      // Rejected before the field changes: React would restore the text, but not the selection. Not with
      // React's onBeforeInput, which in some browsers is derived from the key press and would stop Enter too.
      const rejectInput = (event: InputEvent) => {
        const { from, to, next } = replaceSelection(field, event.data ?? '')
        before.current = [from, to]
        if (!event.data || isAmountInput(next)) return
        event.preventDefault()
        onChange((now) => withTyped(now, next, [from, to]))
      }
      field.addEventListener('beforeinput', rejectInput)
      return () => field.removeEventListener('beforeinput', rejectInput)
    },
    [onChange, inputRef],
  )
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    event.preventDefault()
    const field = event.currentTarget
    const plain = pastedAmount(event.clipboardData.getData('text'))
    const { from, to, next } = replaceSelection(field, plain ?? '')
    if (plain === null || !isAmountInput(next)) {
      onChange(rejectedPaste(amount))
      return
    }
    before.current = [from, to]
    field.setRangeText(plain, from, to, 'end')
    // notifies React, as typing does
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  const { problem } = amount
  return (
    <TextField
      label={label}
      value={amount.text}
      onChange={({ target }) => onChange(withTyped(amount, target.value, before.current))}
      autoFocus
      fullWidth
      autoComplete="off"
      inputRef={attach}
      error={isWrong || (problem !== null && problem !== 'not typed')}
      helperText={helpOf(problem, minusText, hint)}
      slotProps={{
        htmlInput: { inputMode: 'decimal', onPaste: paste },
        input: { startAdornment: <InputAdornment position="start">$</InputAdornment> },
        formHelperText: {
          ...(problem === null ? { 'aria-live': 'polite' } : { role: 'alert' }),
          sx: { overflowWrap: 'anywhere', ...(problem === null && !isWrong && PREVIEW) },
        },
      }}
    />
  )
}
