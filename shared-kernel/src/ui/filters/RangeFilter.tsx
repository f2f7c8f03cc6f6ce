import { useCallback, useMemo, useState } from 'react'
import TextField from '@mui/material/TextField'
import type { ViewPart } from '../../client/useViewState'
import { numberProblem, typedNumber } from '../../domain/typedNumber'

/** A bound that is null is none. */
interface NumberRange {
  min: number | null
  max: number | null
}

/** Two keys: `creditFrom` and `creditTo` for `credit`. What is no number is no bound. */
export const rangePart = (key: string): ViewPart<NumberRange> => {
  const bound = (params: URLSearchParams, end: string): number | null => {
    const text = params.get(key + end) ?? ''
    return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : null
  }
  const textOf = (number: number | null) => (number === null ? null : String(number))
  return {
    read: (params) => ({ min: bound(params, 'From'), max: bound(params, 'To') }),
    write: ({ min, max }) => ({ [`${key}From`]: textOf(min), [`${key}To`]: textOf(max) }),
  }
}

interface Props {
  /** The fields are named after it: 'Credit from' and 'Credit to'. */
  label: string
  value: NumberRange
  onChange: (value: NumberRange) => void
}

/** Two numbers, both included. An empty field is no bound. */
export const RangeFilter = ({ label, value, onChange }: Props) => (
  <>
    <Bound label={`${label} from`} value={value.min} onChange={(min) => onChange({ ...value, min })} />
    <Bound label={`${label} to`} value={value.max} onChange={(max) => onChange({ ...value, max })} />
  </>
)

interface BoundProps {
  label: string
  value: number | null
  onChange: (value: number | null) => void
}

const ANY_NUMBER = { min: -Infinity }

const problemOf = (text: string) => (text.trim() === '' ? undefined : numberProblem(text, ANY_NUMBER))

function Bound({ label, value, onChange }: BoundProps) {
  /** Null unless the field is being typed into. */
  const [typed, setTyped] = useState<string | null>(null)
  const problem = typed === null ? undefined : problemOf(typed)
  const change = (text: string) => {
    setTyped(text)
    if (problemOf(text) === undefined) onChange(text.trim() === '' ? null : typedNumber(text, ANY_NUMBER))
  }
  return (
    <TextField
      size="small"
      label={label}
      value={typed ?? value ?? ''}
      onChange={({ target }) => change(target.value)}
      onBlur={() => setTyped(null)}
      error={problem !== undefined}
      helperText={problem}
      autoComplete="off"
      slotProps={{
        htmlInput: { inputMode: 'decimal' },
        inputLabel: { shrink: true },
        formHelperText: problem ? { role: 'alert' } : {},
      }}
      sx={{ width: 140 }}
    />
  )
}

interface FoundRows<Row> {
  rows: readonly Row[]
  settled: () => Promise<readonly Row[]>
}

/** Of the rows that a list has found, those that a rule of the screen's own keeps; `rule` must be stable. */
export function useRowsWhere<Row>(
  { rows, settled }: FoundRows<Row>,
  rule: (row: Row) => boolean,
): FoundRows<Row> {
  return {
    rows: useMemo(() => rows.filter(rule), [rows, rule]),
    settled: useCallback(async () => (await settled()).filter(rule), [settled, rule]),
  }
}
