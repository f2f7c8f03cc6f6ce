import { useRef, useState } from 'react'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import type { Machine } from '@console/shared-kernel/contracts'
import { currentConnection } from '@console/shared-kernel/core'
import { amountText, formatUsd, parseAmount } from '@console/shared-kernel/domain'
import { ConfirmDialog, FormDialog } from '@console/shared-kernel/form'
import { formatDateTime } from '@console/shared-kernel/rules'
import { describeMachine, nameOf } from '../model'
import { AmountField, isHeld, type Amount } from './AmountField'
import { describeChange, isLargeChange, useCreditChange, type CreditState } from './creditChange'

/** The amount entered is the new credit, not a difference. */
export function CreditDialog({ machine, onClose }: { machine: Machine; onClose: () => void }) {
  const { state, baseVersion, save, check } = useCreditChange(machine, onClose)
  const currentCents = baseVersion.creditCents
  const [atStart] = useState(() => amountText(currentCents))
  const [amount, setAmount] = useState<Amount>({ text: atStart, problem: null })
  /** A change that needs confirmation. */
  const [unconfirmed, setUnconfirmed] = useState<number | null>(null)
  // a second Enter must neither replace a credit that was not shown before, nor send what was not typed
  const replacesUnread = state.kind === 'stale' && state.previousCents !== currentCents
  const newCents = isHeld(amount) ? null : parseAmount(amount.text)
  const field = useRef<HTMLInputElement>(null)

  const submit = async () => {
    if (newCents === null) {
      if (!isHeld(amount)) setAmount({ ...amount, problem: 'invalid' })
      field.current?.focus()
    } else if (replacesUnread || amount.isDoubtful || isLargeChange(currentCents, newCents))
      setUnconfirmed(newCents)
    else await save(newCents)
  }
  const confirm = async (cents: number) => {
    await save(cents)
    setUnconfirmed(null)
  }
  return (
    <>
      <FormDialog
        title={`Update Machine Credit: ${nameOf(machine)}`}
        subtitle={describeMachine(machine)}
        submitLabel="Save"
        busyLabel="Saving..."
        maxWidth="xs"
        changed={amount.text !== atStart}
        canSubmit={state.kind !== 'unknown'}
        error={state.kind === 'refused' ? state.message : null}
        onSubmit={submit}
        onClose={onClose}
      >
        <Stack sx={{ gap: 2 }}>
          <Typography>{`Current credit: ${formatUsd(currentCents)}`}</Typography>
          <AmountField
            label="Credit Amount"
            amount={amount}
            onChange={setAmount}
            minusText="Enter the new credit. Negative amounts are not allowed"
            inputRef={field}
          />
          <Typography
            variant="body2"
            aria-live="polite"
            sx={{ minHeight: '1.43em', overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' }}
          >
            {newCents !== null && describeChange(currentCents, newCents)}
          </Typography>
          <CreditNotice state={state} currentCents={currentCents} onCheck={check} />
        </Stack>
      </FormDialog>
      {unconfirmed !== null && (
        <ConfirmDialog
          title="Is this amount right?"
          confirmLabel="Change credit"
          destructive
          onConfirm={() => confirm(unconfirmed)}
          onClose={() => setUnconfirmed(null)}
        >
          <Typography sx={{ overflowWrap: 'anywhere' }}>{describeMachine(machine)}</Typography>
          <Typography sx={{ mt: 1, fontVariantNumeric: 'tabular-nums' }}>
            {describeChange(currentCents, unconfirmed)}
          </Typography>
        </ConfirmDialog>
      )}
    </>
  )
}

function describeOtherChange(state: CreditState & { kind: 'stale' }, currentCents: number): string {
  const { previousCents, changedBy, changedAt } = state
  const who = changedBy ?? 'Somebody else'
  const when = changedAt === null ? '' : ` on ${formatDateTime(changedAt, currentConnection().timeZone)}`
  if (previousCents === currentCents)
    return `${who} saved this credit${when} without changing it. Save again to set the amount above.`
  return (
    `${who} changed this credit from ${formatUsd(previousCents)} to ${formatUsd(currentCents)}${when}. ` +
    'Save again to replace it with the amount above.'
  )
}

interface NoticeProps {
  state: CreditState
  currentCents: number
  onCheck: (cents: number) => Promise<void>
}

/** A conflict or an unknown outcome, which matters before the next save. */
function CreditNotice({ state, currentCents, onCheck }: NoticeProps) {
  if (state.kind === 'stale')
    return (
      <Alert severity="warning" role="alert">
        {describeOtherChange(state, currentCents)}
      </Alert>
    )
  if (state.kind !== 'unknown') return null
  return (
    <Alert severity="warning" role="alert">
      {`The connection was lost: it is not known whether ${formatUsd(state.cents)} was saved. ` +
        'Nothing will be sent again until this is known.'}
      <Button
        color="inherit"
        size="small"
        variant="outlined"
        loading={state.checking}
        onClick={() => void onCheck(state.cents)}
        sx={{ display: 'flex', mt: 1 }}
      >
        Check again
      </Button>
    </Alert>
  )
}
