import { useId, useState, type SyntheticEvent } from 'react'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormGroup from '@mui/material/FormGroup'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import { useApiMutation } from '@console/shared-kernel/core'
import {
  type AttentionThresholds,
  FINDING_KINDS,
  FINDING_THRESHOLDS,
  type FindingKind,
} from '@console/shared-kernel/contracts'
import { amountText, formatEur, formatUsd, parseAmount } from '@console/shared-kernel/domain'
import { SAVE_THRESHOLDS } from './api'
import { KIND_TEXTS } from './model'

const AMOUNTS = [
  {
    name: 'payoutCents',
    label: 'Payouts above (€)',
    floor: FINDING_THRESHOLDS.payout.floor,
    format: formatEur,
  },
  {
    name: 'creditChangeCents',
    label: 'Credit changes above ($)',
    floor: FINDING_THRESHOLDS['credit-change'].floor,
    format: formatUsd,
  },
] as const

/** What this operator wants to see. Settings can hide the server's findings, but never add to them. */
export function Thresholds({ thresholds, onDone }: { thresholds: AttentionThresholds; onDone: () => void }) {
  const [hidden, setHidden] = useState<readonly FindingKind[]>(thresholds.hidden)
  const [texts, setTexts] = useState(() => ({
    payoutCents: amountText(thresholds.payoutCents),
    creditChangeCents: amountText(thresholds.creditChangeCents),
  }))
  const { run, busy } = useApiMutation({ ...SAVE_THRESHOLDS, onSuccess: onDone })
  const id = useId()
  const problemOf = ({ name, floor, format }: (typeof AMOUNTS)[number]): string => {
    const cents = parseAmount(texts[name])
    if (cents === null) return 'An amount such as 500.00'
    return cents < floor ? `${format(floor)} at least` : ''
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    const wrong = AMOUNTS.find((amount) => problemOf(amount) !== '')
    if (wrong) return document.getElementById(`${id}${wrong.name}`)?.focus()
    void run({
      hidden,
      payoutCents: parseAmount(texts.payoutCents)!,
      creditChangeCents: parseAmount(texts.creditChangeCents)!,
    })
  }
  const toggle = (kind: FindingKind, isShown: boolean) =>
    setHidden((before) => (isShown ? before.filter((one) => one !== kind) : [...before, kind]))
  return (
    <Stack component="form" noValidate onSubmit={submit} aria-label="What is shown" sx={{ gap: 2, pb: 2 }}>
      <FormGroup row>
        {FINDING_KINDS.map((kind) => (
          <FormControlLabel
            key={kind}
            label={KIND_TEXTS[kind]}
            control={
              <Checkbox
                size="small"
                checked={!hidden.includes(kind)}
                onChange={(_, isShown) => toggle(kind, isShown)}
              />
            }
          />
        ))}
      </FormGroup>
      <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap', alignItems: 'flex-start' }}>
        {AMOUNTS.map((amount) => (
          <TextField
            key={amount.name}
            id={`${id}${amount.name}`}
            size="small"
            label={amount.label}
            value={texts[amount.name]}
            onChange={({ target }) => setTexts((before) => ({ ...before, [amount.name]: target.value }))}
            error={problemOf(amount) !== ''}
            helperText={problemOf(amount)}
            slotProps={{ htmlInput: { inputMode: 'decimal' } }}
            sx={{ width: 200 }}
          />
        ))}
        <Button type="submit" variant="contained" loading={busy}>
          Save
        </Button>
        <Button onClick={onDone} disabled={busy}>
          Cancel
        </Button>
      </Stack>
    </Stack>
  )
}
