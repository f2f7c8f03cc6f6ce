import { useCallback, useMemo, useState } from 'react'
import TextField from '@mui/material/TextField'
import type { ViewPart } from '../../client/useViewState'
import { numberProblem, typedNumber } from '../../domain/typedNumber'

/**
 * The bounds of a range. Null means no bound; NaN means a text that could not be read, so that no number is
 * in the range.
 */
interface NumberRange {
  min: number | null
  max: number | null
}

const ANY_NUMBER = { min: -Infinity }

const boundOf = (text: string) => (text.trim() === '' ? null : typedNumber(text, ANY_NUMBER))

/** Keeps a range under two keys: `creditFrom` and `creditTo` for `credit`. */
export const rangePart = (key: string): ViewPart<NumberRange> => {
  const textOf = (bound: number | null) => (bound === null ? null : String(bound))
  return {
    read: (params) => ({
      min: boundOf(params.get(`${key}From`) ?? ''),
      max: boundOf(params.get(`${key}To`) ?? ''),
    }),
    write: ({ min, max }) => ({ [`${key}From`]: textOf(min), [`${key}To`]: textOf(max) }),
  }
}

interface Props {
  /** The fields are named after it: 'Credit from' and 'Credit to'. */
  label: string
  value: NumberRange
  onChange: (value: NumberRange) => void
}

/** Two number fields; both bounds are inclusive. An empty field sets no bound. */
export const RangeFilter = ({ label, value, onChange }: Props) => (
  <>
    <Bound label={`${label} from`} value={value.min} onChange={(min) => onChange({ ...value, min })} />
    <Bound
      label={`${label} to`}
      value={value.max}
      min={value.min}
      onChange={(max) => onChange({ ...value, max })}
    />
  </>
)

interface BoundProps {
  label: string
  value: number | null
  /** The smallest allowed value. */
  min?: number | null
  onChange: (value: number | null) => void
}

function Bound({ label, value, min, onChange }: BoundProps) {
  /** Null unless the user is typing, or the text is not a number. */
  const [typed, setTyped] = useState<string | null>(null)
  // the typed text is dropped when the value changes elsewhere, for example by 'Clear'
  const isCurrent = typed !== null && Object.is(boundOf(typed), value)
  const text = isCurrent ? typed : value === null ? '' : String(value)
  const problem = text.trim() === '' ? undefined : numberProblem(text, { min: min ?? -Infinity })
  return (
    <TextField
      size="small"
      label={label}
      value={text === 'NaN' ? '' : text}
      onChange={({ target }) => {
        setTyped(target.value)
        onChange(boundOf(target.value))
      }}
      onBlur={() => problem === undefined && setTyped(null)}
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

/** Keeps the found rows that satisfy the screen's own rule; `rule` must be stable. */
export function useRowsWhere<Row>(
  { rows, settled }: FoundRows<Row>,
  rule: (row: Row) => boolean,
): FoundRows<Row> {
  return {
    rows: useMemo(() => rows.filter(rule), [rows, rule]),
    settled: useCallback(async () => (await settled()).filter(rule), [settled, rule]),
  }
}
