import { useMemo, useRef, useState } from 'react'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import { machinesQuery } from '@console/shared-kernel/core'
import { BulkDialog } from '@console/shared-kernel/bulk'
import type { Machine } from '@console/shared-kernel/contracts'
import {
  counted,
  describeChange,
  formatUsd,
  formatUsdChange,
  largeChange,
  parseAmount,
  sumOf,
} from '@console/shared-kernel/domain'
import { ReasonField, reasonProblem, useReason } from '@console/shared-kernel/form'
import type { Column } from '@console/shared-kernel/table'
import { AmountField, isHeld, type Amount } from '../credit/AmountField'
import { amountIn, type CreditMode, MINUS_TEXTS } from '../credit/creditMode'
import { MachineName } from '../cells'
import { creditCalls } from './bulkCalls'
import { amountHint, isUnusual, excludedText, previewCredit, type CreditItem, unusualText } from './model'
import { useBulkUndo } from './useBulkUndo'

const COLUMNS: Column<CreditItem>[] = [
  {
    key: 'machine',
    header: 'Machine',
    minWidth: 120,
    cell: ({ machine }) => <MachineName machine={machine} query="" />,
  },
  {
    key: 'from',
    header: 'From',
    align: 'right',
    minWidth: 112,
    maxWidth: 128,
    hideBelow: 560,
    cell: ({ fromCents }) => formatUsd(fromCents),
  },
  {
    key: 'to',
    header: 'To',
    align: 'right',
    minWidth: 112,
    maxWidth: 128,
    hideBelow: 560,
    cell: ({ toCents }) => formatUsd(toCents),
  },
  {
    key: 'difference',
    header: 'Difference',
    align: 'right',
    minWidth: 112,
    maxWidth: 128,
    hideBelow: 560,
    cell: ({ fromCents, toCents }) => formatUsdChange(toCents - fromCents),
  },
  {
    key: 'change',
    header: 'Change',
    minWidth: 136,
    hideFrom: 560,
    cell: ({ fromCents, toCents }) => describeChange(fromCents, toCents),
  },
]

/** Null if nothing has to be confirmed. */
function questionOf({ text, isDoubtful }: Amount, items: readonly CreditItem[]): string | null {
  const amount = formatUsd(parseAmount(text) ?? 0)
  const doubt = isDoubtful ? `Some input was ignored: the amount is ${amount}.` : null
  return [doubt, largeChange(items)].filter((part) => part !== null).join(' ') || null
}

interface Props {
  machines: readonly Machine[]
  onClose: (done: readonly (string | number)[]) => void
}

export function BulkCreditDialog({ machines, onClose }: Props) {
  // the machines as selected: a refresh must not change what is previewed
  const [selectedMachines, setAtStart] = useState(machines)
  const unusual = unusualText(selectedMachines)
  const others = selectedMachines.filter((machine) => !isUnusual(machine))
  // without versions, the sum would overwrite a credit that has changed since
  const isVersioned = selectedMachines.every(({ creditVersion }) => creditVersion !== null)
  const [mode, setMode] = useState<CreditMode>(isVersioned ? 'add' : 'set')
  const [amount, setAmount] = useState<Amount>({ text: '', problem: null })
  // an amount with a rejected key or paste is not applied
  const text = isHeld(amount) ? '' : amount.text
  const preview = useMemo(() => previewCredit(selectedMachines, mode, text), [selectedMachines, mode, text])
  const items = preview && preview.items
  const field = useRef<HTMLInputElement>(null)
  const reason = useReason()
  const reasonInput = useRef<HTMLInputElement>(null)
  const differences = (items ?? []).map(({ fromCents, toCents }) => toCents - fromCents)
  const largest = differences.reduce((found, cents) => Math.max(found, Math.abs(cents)), 0)
  const reasonError = reasonProblem(reason, largest)
  const { onMade, offer } = useBulkUndo()
  const askForReason = (problem: string) => {
    reason.set(reason.text, problem)
    reasonInput.current?.focus()
  }
  const showInvalid = () => {
    if (!isHeld(amount)) setAmount({ ...amount, problem: 'invalid' })
    field.current?.focus()
  }
  const chooseMode = (chosen: CreditMode) => {
    setMode(chosen)
    setAmount(amountIn(chosen, amount))
  }
  return (
    <BulkDialog
      title={`Update credit of ${counted(selectedMachines.length, 'machine')}`}
      form={
        <Stack sx={{ gap: 1 }}>
          <Stack direction="row" sx={{ gap: 2 }}>
            {isVersioned && (
              <TextField
                select
                label="Change"
                value={mode}
                onChange={({ target }) => chooseMode(target.value as CreditMode)}
                sx={{ width: { xs: 120, sm: 160 }, flexShrink: 0 }}
              >
                <MenuItem value="add">Add</MenuItem>
                <MenuItem value="subtract">Subtract</MenuItem>
                <MenuItem value="set">Set to</MenuItem>
              </TextField>
            )}
            <AmountField
              label="Credit Amount"
              amount={amount}
              onChange={setAmount}
              minusText={MINUS_TEXTS[mode]}
              inputRef={field}
            />
          </Stack>
          <ReasonField reason={reason} inputRef={reasonInput} cents={largest} />
          {unusual !== '' && (
            <Alert
              severity="info"
              action={
                others.length > 0 && (
                  <Button color="inherit" size="small" onClick={() => setAtStart(others)}>
                    Leave them out
                  </Button>
                )
              }
            >
              {unusual}
            </Alert>
          )}
        </Stack>
      }
      items={items}
      {...(!items && (isHeld(amount) || amount.text !== '') && { onInvalid: showInvalid })}
      {...(reasonError && { onInvalid: () => askForReason(reasonError) })}
      calls={creditCalls(reason.body, onMade)}
      columns={COLUMNS}
      summary={
        items
          ? `${counted(items.length, 'machine')}: ${formatUsdChange(sumOf(items))} in all.${excludedText(preview)}`
          : amountHint(text)
      }
      applyLabel="Apply"
      question={items && questionOf(amount, items)}
      changed={amount.text !== '' || reason.text !== ''}
      refetch={machinesQuery.queryKey}
      onClose={(done) => {
        offer(items ?? [])
        onClose(done)
      }}
    />
  )
}
