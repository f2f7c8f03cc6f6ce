import { useRef, useState } from 'react'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Typography from '@mui/material/Typography'
import type { Machine } from '@console/shared-kernel/contracts'
import { currentConnection } from '@console/shared-kernel/core'
import {
  amountText,
  describeChange,
  formatUsd,
  isLargeChange,
  parseAmount,
} from '@console/shared-kernel/domain'
import { ConfirmDialog, FormDialog, ReasonField, reasonProblem, useReason } from '@console/shared-kernel/form'
import { formatDateTime } from '@console/shared-kernel/rules'
import { describeMachine, nameOf } from '../model'
import { type Amount, AmountField, isHeld } from './AmountField'
import { type CreditChange, type CreditState, useCreditChange } from './creditChange'
import {
  amountIn,
  creditAfter,
  type CreditMode,
  creditProblem,
  MINUS_TEXTS,
  quickAmounts,
  rememberAmount,
} from './creditMode'

const EMPTY_AMOUNT: Amount = { text: '', problem: null }

/** 'Set to' takes the new credit; 'Add' and 'Subtract' need a server that rejects an outdated version. */
export function CreditDialog({ machine, onClose }: { machine: Machine; onClose: () => void }) {
  const usedAmount = useRef<number | null>(null)
  const reason = useReason()
  const { state, baseVersion, save, check } = useCreditChange(machine, reason.body, () => {
    if (usedAmount.current !== null) rememberAmount(usedAmount.current)
    onClose()
  })
  const currentCents = baseVersion.creditCents
  const [atStart] = useState(() => amountText(currentCents))
  const [mode, setMode] = useState<CreditMode>('set')
  const [amount, setAmount] = useState<Amount>({ text: atStart, problem: null })
  /** A change that needs confirmation. */
  const [unconfirmed, setUnconfirmed] = useState<number | null>(null)
  // a second Enter must neither replace a credit that was not shown before, nor send what was not typed
  const overwritesUnseen = state.kind === 'stale' && state.previousCents !== currentCents
  const amountCents = isHeld(amount) ? null : parseAmount(amount.text)
  const result = amountCents === null ? null : creditAfter(mode, currentCents, amountCents)
  const outOfRange = result === null ? null : creditProblem(result)
  const newCents = outOfRange === null ? result : null
  const field = useRef<HTMLInputElement>(null)
  const reasonInput = useRef<HTMLInputElement>(null)
  const untouched = mode === 'set' ? atStart : ''

  const enter = (next: Amount) => {
    setAmount(next)
    field.current?.focus()
  }
  const chooseMode = (next: CreditMode) => {
    setMode(next)
    // a new credit is not a difference, and a difference is not a new credit
    if ((mode === 'set') === (next === 'set')) enter(amountIn(next, amount))
    else enter(next === 'set' ? { text: amountText(currentCents), problem: null } : EMPTY_AMOUNT)
  }
  const submit = async () => {
    if (newCents === null) {
      if (!isHeld(amount) && outOfRange === null) setAmount({ ...amount, problem: 'invalid' })
      field.current?.focus()
      return
    }
    const reasonError = reasonProblem(reason, newCents - currentCents)
    if (reasonError !== null) {
      reason.set(reason.text, reasonError)
      reasonInput.current?.focus()
    } else if (overwritesUnseen || amount.isDoubtful || isLargeChange(currentCents, newCents))
      setUnconfirmed(newCents)
    else await send(newCents)
  }
  const send = async (cents: number) => {
    usedAmount.current = mode === 'set' ? null : amountCents
    await save(cents)
  }
  const confirm = async (cents: number) => {
    await send(cents)
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
        changed={amount.text !== untouched || reason.text !== ''}
        canSubmit={state.kind !== 'unknown'}
        error={state.kind === 'refused' ? state.message : null}
        onSubmit={submit}
        onClose={onClose}
      >
        <Stack sx={{ gap: 2 }}>
          <Typography>{`Current credit: ${formatUsd(currentCents)}`}</Typography>
          {baseVersion.creditVersion !== null && <ModeControl mode={mode} onMode={chooseMode} />}
          <AmountField
            label="Credit Amount"
            amount={amount}
            onChange={setAmount}
            minusText={MINUS_TEXTS[mode]}
            hint={outOfRange ?? (newCents === null ? undefined : describeChange(currentCents, newCents))}
            isWrong={outOfRange !== null}
            inputRef={field}
          />
          {mode !== 'set' && (
            <QuickAmounts onChoose={(cents) => enter({ text: amountText(cents), problem: null })} />
          )}
          {!machine.connected && baseVersion.creditVersion !== null && (
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              This machine is offline: it gets the change when it connects.
            </Typography>
          )}
          <ReasonField
            reason={reason}
            inputRef={reasonInput}
            cents={newCents === null ? 0 : newCents - currentCents}
          />
          <CreditNotice state={state} mode={mode} currentCents={currentCents} onCheck={check} />
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
          <Typography sx={{ mt: 1 }}>{describeChange(currentCents, unconfirmed)}</Typography>
        </ConfirmDialog>
      )}
    </>
  )
}

interface ModeProps {
  mode: CreditMode
  onMode: (mode: CreditMode) => void
}

function ModeControl({ mode, onMode }: ModeProps) {
  return (
    <ToggleButtonGroup
      exclusive
      fullWidth
      size="small"
      aria-label="Change"
      value={mode}
      // null when the selected button is pressed again
      onChange={(_event, next: CreditMode | null) => next && onMode(next)}
    >
      <ToggleButton value="set">Set to</ToggleButton>
      <ToggleButton value="add">Add</ToggleButton>
      <ToggleButton value="subtract">Subtract</ToggleButton>
    </ToggleButtonGroup>
  )
}

/** What saving again does, after somebody else has saved. */
const SAVE_AGAIN: Readonly<Record<'same' | 'changed', Readonly<Record<CreditMode, string>>>> = {
  same: {
    set: 'Save again to set the amount above.',
    add: 'Save again to add the amount above.',
    subtract: 'Save again to subtract the amount above.',
  },
  changed: {
    set: 'Save again to replace it with the amount above.',
    add: 'Save again to add the amount above to it.',
    subtract: 'Save again to subtract the amount above from it.',
  },
}

function describeOtherChange(
  state: CreditState & { kind: 'stale' },
  mode: CreditMode,
  currentCents: number,
): string {
  const { previousCents, changedBy, changedAt } = state
  const author = changedBy ?? 'Somebody else'
  const when = changedAt === null ? '' : ` on ${formatDateTime(changedAt, currentConnection().timeZone)}`
  if (previousCents === currentCents)
    return `${author} saved this credit${when} without changing it. ${SAVE_AGAIN.same[mode]}`
  return (
    `${author} changed this credit from ${formatUsd(previousCents)} to ${formatUsd(currentCents)}${when}. ` +
    SAVE_AGAIN.changed[mode]
  )
}

interface NoticeProps {
  state: CreditState
  mode: CreditMode
  currentCents: number
  onCheck: (change: CreditChange) => Promise<void>
}

/** Reports a conflict or an unknown outcome, which must be known before the next save. */
function CreditNotice({ state, mode, currentCents, onCheck }: NoticeProps) {
  if (state.kind === 'stale')
    return (
      <Alert severity="warning" role="alert">
        {describeOtherChange(state, mode, currentCents)}
      </Alert>
    )
  if (state.kind !== 'unknown') return null
  return (
    <Alert severity="warning" role="alert">
      {`The connection was lost: it is not known whether ${formatUsd(state.change.cents)} was saved. ` +
        'Nothing can be saved until this is known.'}
      <Button
        color="inherit"
        size="small"
        variant="outlined"
        loading={state.checking}
        onClick={() => void onCheck(state.change)}
        sx={{ display: 'flex', mt: 1 }}
      >
        Check again
      </Button>
    </Alert>
  )
}

/** '$20', '$19.90'. */
const shortUsd = (cents: number): string => formatUsd(cents).replace(/\.00$/, '')

/** Amounts that are added or subtracted often. */
function QuickAmounts({ onChoose }: { onChoose: (cents: number) => void }) {
  const [amounts] = useState(quickAmounts)
  return (
    <Stack direction="row" role="group" aria-label="Quick amounts" sx={{ flexWrap: 'wrap', gap: 1 }}>
      {amounts.map((cents) => (
        <Button key={cents} size="small" onClick={() => onChoose(cents)} sx={{ minWidth: 0, px: 1.25 }}>
          {shortUsd(cents)}
        </Button>
      ))}
    </Stack>
  )
}
