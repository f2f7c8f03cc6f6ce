import InputAdornment from '@mui/material/InputAdornment'
import type { Control, FieldPathByValue, FieldValues } from 'react-hook-form'
import { parseAmount } from '../../domain/typedNumber'
import { FormField } from './FormField'

interface Props<Values extends FieldValues> {
  control: Control<Values>
  /** The name of a text field: `amountText` makes its initial text from cents, `parseAmount` reads it. */
  name: FieldPathByValue<Values, string>
  label: string
}

const validate = (text: string) => parseAmount(text) !== null || 'Please enter a valid amount'

/** A field for a dollar amount: digits, with a decimal point and at most two decimals. */
export const AmountField = <Values extends FieldValues>(props: Props<Values>) => (
  <FormField
    {...props}
    rules={{ validate }}
    autoComplete="off"
    slotProps={{
      htmlInput: { inputMode: 'decimal' },
      input: { startAdornment: <InputAdornment position="start">$</InputAdornment> },
    }}
  />
)
