import type { ClipboardEvent } from 'react'
import InputAdornment from '@mui/material/InputAdornment'
import TextField from '@mui/material/TextField'
import { isAmountInput } from '@console/shared-kernel/domain'
import { pastedAmount, PROBLEM_TEXTS, withTyped, type Amount } from './amount'

interface Props {
  label: string
  amount: Amount
  onChange: (amount: Amount) => void
}

/** When it comes: what is typed first takes the place of what is there. */
const select = (input: HTMLInputElement | null) => input?.select()

/** Dollars, of which only digits and a point are taken. */
export function AmountField({ label, amount, onChange }: Props) {
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    event.preventDefault()
    const field = event.currentTarget
    const plain = pastedAmount(event.clipboardData.getData('text'))
    const [from, to] = [field.selectionStart ?? 0, field.selectionEnd ?? 0]
    if (plain === null || !isAmountInput(field.value.slice(0, from) + plain + field.value.slice(to))) {
      onChange({ ...amount, problem: 'not pasted' })
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
      inputRef={select}
      error={problem !== null && problem !== 'not typed'}
      helperText={problem === null ? ' ' : PROBLEM_TEXTS[problem]}
      slotProps={{
        htmlInput: { inputMode: 'decimal', onPaste: paste },
        input: { startAdornment: <InputAdornment position="start">$</InputAdornment> },
        formHelperText: problem === null ? {} : { role: 'alert' },
      }}
    />
  )
}
