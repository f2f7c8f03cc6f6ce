import { useCallback, type ClipboardEvent, type Dispatch, type SetStateAction } from 'react'
import InputAdornment from '@mui/material/InputAdornment'
import TextField from '@mui/material/TextField'
import { isAmountInput } from '@console/shared-kernel/domain'
import { pastedAmount, PROBLEM_TEXTS, withTyped, type Amount } from './typedAmount'

interface Props {
  label: string
  amount: Amount
  onChange: Dispatch<SetStateAction<Amount>>
  /** What to do instead of typing a minus. */
  minusText: string
}

/** What is marked, and the text with something else in its place. */
function replacing(field: HTMLInputElement, inserted: string) {
  const [from, to] = [field.selectionStart ?? 0, field.selectionEnd ?? 0]
  return { from, to, next: field.value.slice(0, from) + inserted + field.value.slice(to) }
}

/** Dollars, of which only digits and a point are taken. */
export function AmountField({ label, amount, onChange, minusText }: Props) {
  const whenThere = useCallback(
    (field: HTMLInputElement | null) => {
      if (!field) return undefined
      // what is typed first takes the place of what is there
      field.select()
      // Refused before it is put in: React would put the text back, but not the selection. Not its own
      // onBeforeInput, which follows the key in some browsers and so would stop Enter too.
      const refuse = (event: InputEvent) => {
        if (!event.data) return
        const { from, to, next } = replacing(field, event.data)
        if (isAmountInput(next)) return
        event.preventDefault()
        onChange((now) => withTyped(now, next, [from, to]))
      }
      field.addEventListener('beforeinput', refuse)
      return () => field.removeEventListener('beforeinput', refuse)
    },
    [onChange],
  )
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    event.preventDefault()
    const field = event.currentTarget
    const plain = pastedAmount(event.clipboardData.getData('text'))
    const { from, to, next } = replacing(field, plain ?? '')
    if (plain === null || !isAmountInput(next)) {
      onChange({ text: amount.text, problem: 'not pasted' })
      return
    }
    field.setRangeText(plain, from, to, 'end')
    // for React, as if it had been typed
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  const { problem } = amount
  return (
    <TextField
      label={label}
      value={amount.text}
      onChange={({ target }) => onChange(withTyped(amount, target.value))}
      autoFocus
      fullWidth
      autoComplete="off"
      inputRef={whenThere}
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
