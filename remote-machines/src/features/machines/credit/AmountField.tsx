import {
  useCallback,
  useRef,
  type ClipboardEvent,
  type Dispatch,
  type RefObject,
  type SetStateAction,
} from 'react'
import InputAdornment from '@mui/material/InputAdornment'
import TextField from '@mui/material/TextField'
import { isAmountInput } from '@console/shared-kernel/domain'
import {
  pastedAmount,
  PROBLEM_TEXTS,
  refusedPaste,
  withTyped,
  type Amount,
  type Selection,
} from './typedAmount'

interface Props {
  label: string
  amount: Amount
  onChange: Dispatch<SetStateAction<Amount>>
  /** Shown when a minus is typed. */
  minusText: string
  inputRef: RefObject<HTMLInputElement | null>
}

/** The selection, and the text with the selection replaced. */
function replaceSelection(field: HTMLInputElement, inserted: string) {
  const [from, to] = [field.selectionStart ?? 0, field.selectionEnd ?? 0]
  return { from, to, next: field.value.slice(0, from) + inserted + field.value.slice(to) }
}

/** Dollars. Accepts only digits and a point. */
export function AmountField({ label, amount, onChange, minusText, inputRef }: Props) {
  /** The selection before the latest change. */
  const before = useRef<Selection>([0, 0])
  const attach = useCallback(
    (field: HTMLInputElement | null) => {
      inputRef.current = field
      if (!field) return undefined
      // the first digit typed replaces the amount
      field.select()
      // Refused before the field changes: React would restore the text, but not the selection. Not React's
      // onBeforeInput, which some browsers derive from the key press: it would stop Enter too.
      const refuse = (event: InputEvent) => {
        const { from, to, next } = replaceSelection(field, event.data ?? '')
        before.current = [from, to]
        if (!event.data || isAmountInput(next)) return
        event.preventDefault()
        onChange((now) => withTyped(now, next, [from, to]))
      }
      field.addEventListener('beforeinput', refuse)
      return () => field.removeEventListener('beforeinput', refuse)
    },
    [onChange, inputRef],
  )
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    event.preventDefault()
    const field = event.currentTarget
    const plain = pastedAmount(event.clipboardData.getData('text'))
    const { from, to, next } = replaceSelection(field, plain ?? '')
    if (plain === null || !isAmountInput(next)) {
      onChange(refusedPaste(amount))
      return
    }
    before.current = [from, to]
    field.setRangeText(plain, from, to, 'end')
    // tells React, as typing does
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
      error={problem !== null && problem !== 'not typed'}
      helperText={problem === null ? ' ' : problem === 'minus' ? minusText : PROBLEM_TEXTS[problem]}
      slotProps={{
        htmlInput: { inputMode: 'decimal', onPaste: paste },
        input: { startAdornment: <InputAdornment position="start">$</InputAdornment> },
        formHelperText: problem === null ? {} : { role: 'alert' },
      }}
    />
  )
}
