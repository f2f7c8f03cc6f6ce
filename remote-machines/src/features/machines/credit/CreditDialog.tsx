import { useState } from 'react'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import InputAdornment from '@mui/material/InputAdornment'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useSingleFlight } from '@console/shared-kernel/core'
import type { Machine } from '@console/shared-kernel/contracts'
import { amountText, formatUsd, isAmountInput, parseAmount } from '@console/shared-kernel/domain'
import { FormDialog } from '@console/shared-kernel/form'
import { nameOf } from '../model'
import { useCreditChange, type CreditState } from './useCreditChange'

const INVALID = 'Please enter a valid amount'
/** Where decimals are typed with a comma, what is left of '12,50' would pass for an amount unnoticed. */
const NOT_TYPED = 'Only digits and one decimal point are taken'

/** Sets what a machine's credit is to be: the amount typed is the new credit, not a difference. */
export function CreditDialog({ machine, onClose }: { machine: Machine; onClose: () => void }) {
  const [atStart] = useState(() => amountText(machine.creditCents))
  const [text, setText] = useState(atStart)
  const [problem, setProblem] = useState<typeof INVALID | typeof NOT_TYPED | null>(null)
  const { state, baseVersion, save, check } = useCreditChange(machine, onClose)
  const checking = useSingleFlight()

  const type = (next: string) => {
    if (!isAmountInput(next)) {
      setProblem(NOT_TYPED)
      return
    }
    setText(next)
    // what follows the key that was not taken is not what was meant
    if (problem === INVALID || next === '') setProblem(null)
  }
  const submit = async () => {
    const cents = parseAmount(text)
    setProblem(cents === null ? INVALID : null)
    if (cents !== null) await save(cents)
  }
  return (
    <FormDialog
      title={`Update Machine Credit: ${nameOf(machine)}`}
      submitLabel="Save"
      busyLabel="Saving..."
      maxWidth="xs"
      changed={text !== atStart}
      canSubmit={state.kind !== 'unknown'}
      error={state.kind === 'refused' ? state.message : null}
      onSubmit={submit}
      onClose={onClose}
    >
      <Stack sx={{ gap: 2 }}>
        <Typography>{`Current credit: ${formatUsd(baseVersion.creditCents)}`}</Typography>
        <TextField
          label="Credit Amount"
          value={text}
          onChange={(event) => type(event.target.value)}
          autoFocus
          fullWidth
          autoComplete="off"
          error={problem === INVALID}
          helperText={problem ?? ' '}
          slotProps={{
            htmlInput: { inputMode: 'decimal' },
            input: { startAdornment: <InputAdornment position="start">$</InputAdornment> },
            formHelperText: problem === null ? {} : { role: 'alert' },
          }}
        />
        <CreditNotice
          state={state}
          currentCents={baseVersion.creditCents}
          checking={checking.busy}
          onCheck={(cents) => void checking.run(() => check(cents))}
        />
      </Stack>
    </FormDialog>
  )
}

interface NoticeProps {
  state: CreditState
  currentCents: number
  checking: boolean
  onCheck: (cents: number) => void
}

/** What is to be known before anything else is saved. */
function CreditNotice({ state, currentCents, checking, onCheck }: NoticeProps) {
  if (state.kind === 'stale')
    return (
      <Alert severity="warning" role="alert">
        {`Somebody else has changed this credit from ${formatUsd(state.previousCents)} to ` +
          `${formatUsd(currentCents)}. Save again to replace it with the amount above.`}
      </Alert>
    )
  if (state.kind !== 'unknown') return null
  return (
    <Alert severity="warning" role="alert">
      {`The connection broke: it is not known whether ${formatUsd(state.cents)} was saved. ` +
        'Nothing is sent again before that is known.'}
      <Button
        color="inherit"
        size="small"
        variant="outlined"
        loading={checking}
        onClick={() => onCheck(state.cents)}
        sx={{ display: 'flex', mt: 1 }}
      >
        Check again
      </Button>
    </Alert>
  )
}
