import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import type { QueryKey } from '@tanstack/react-query'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import LinearProgress from '@mui/material/LinearProgress'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import type { BulkCalls } from '../../client/bulkCalls'
import { type Store, useStore } from '../../client/store'
import { showToast } from '../../client/toasts'
import { countsOf, describeCounts, type BulkId, type BulkRun, type BulkState } from '../../domain/bulkRun'
import { Dialog } from '../Dialog'
import { ConfirmDialog, useUnsavedGuard } from '../form/ConfirmDialog'
import { DialogForm, SlowNotice } from '../form/DialogParts'
import { focusFirstField } from '../focus'
import { CellChip } from '../table/cells'
import type { Column } from '../table/columns'
import { DataTable } from '../table/DataTable'
import { useBulkRun } from './useBulkRun'

interface Props<Item> {
  title: string
  form?: ReactNode
  /** Null until the form is complete. */
  items: readonly Item[] | null
  /** Set while the form is invalid: applying then only calls this, which shows the invalid field. */
  onInvalid?: () => void
  /** Read once, at the start. */
  calls: BulkCalls<Item>
  columns: Column<Item>[]
  summary: ReactNode
  applyLabel: string
  /** A question to confirm before the run starts; null for none. */
  question?: string | null
  changed?: boolean
  /**
   * If set, the dialog closes and shows this toast once every change is made; otherwise the user closes it.
   */
  doneText?: string
  /** The queries to refetch after each run. */
  refetch?: QueryKey | 'all'
  /** @param done ids that no longer need to be selected */
  onClose: (done: readonly BulkId[]) => void
}

const UNDER_WAY = {
  title: 'Leave the changes?',
  text: 'Not all changes have been made. Changes in progress may still complete.',
  leaveLabel: 'Leave',
  stayLabel: 'Stay',
}

/** In pixels: in a narrower table, the result column replaces the change column. */
const MIN_WIDTH_FOR_BOTH = 560
const TABLE_HEIGHT = 'min(44vh, 400px)'

/** Shows a preview, then the progress, then the results. */
export function BulkDialog<Item>(props: Props<Item>) {
  const { title, form, items, onInvalid, calls, columns, summary, applyLabel, question = null } = props
  const { run, busy, callsBegun, stopped, start, goOn, stop } = useBulkRun<Item>(props.refetch)
  const [asking, setAsking] = useState(false)
  // after the start, the items are frozen
  const [started, setStarted] = useState<readonly Item[] | null>(null)
  const titleId = useId()
  const counts = run && countsOf(run)
  const open = counts === null ? 0 : counts.unknown + counts['not tried']

  const hasStarted = run !== null
  const closeButton = useRef<HTMLButtonElement>(null)
  // the field or button that had the focus may be gone
  useEffect(() => {
    const button = closeButton.current
    if (hasStarted && !button?.form?.contains(document.activeElement)) button?.focus()
  }, [hasStarted, busy])

  const isClosed = useRef(false)
  const close = () => {
    isClosed.current = true
    stop()
    props.onClose(run ? [...run].flatMap(([id, { kind }]) => (kind === 'done' ? id : [])) : [])
  }
  const { leave, question: leaving } = useUnsavedGuard({
    changed: run ? busy || open > 0 : props.changed === true,
    onLeave: close,
    words: run ? UNDER_WAY : undefined,
  })
  const closeIfDone = (end: BulkRun) => {
    // the user may have left this dialog and opened another
    if (props.doneText === undefined || isClosed.current || countsOf(end).done < end.size) return
    showToast(props.doneText, 'success')
    props.onClose([...end.keys()])
  }
  const apply = async () => {
    setAsking(false)
    if (!items || items.length === 0) return
    setStarted(items)
    closeIfDone(await start(calls, items))
  }
  const submit = () => {
    if (run) return
    if (onInvalid) return onInvalid()
    if (!items || items.length === 0) return
    if (question === null) void apply()
    else setAsking(true)
  }

  const rows = started ?? items ?? []
  const resultColumn: Column<Item> = {
    key: 'result',
    header: 'Result',
    minWidth: 136,
    cell: (item) => <Result state={run?.get(calls.idOf(item))} />,
  }
  return (
    <>
      <Dialog onClose={leave} maxWidth="md" aria-labelledby={titleId}>
        <DialogForm onSubmit={submit}>
          <DialogTitle id={titleId}>{title}</DialogTitle>
          <DialogContent>
            <Stack sx={{ gap: 2, pt: 1 }}>
              {!run && form && <div ref={focusFirstField}>{form}</div>}
              {run && counts ? (
                <Progress
                  busy={busy}
                  callsBegun={callsBegun}
                  share={1 - open / run.size}
                  text={describeCounts(counts, busy)}
                />
              ) : (
                <Typography component="div" sx={{ minHeight: 24 }}>
                  {summary}
                </Typography>
              )}
              {stopped !== null && (
                <Alert severity="warning" role="alert">
                  {stopped}
                </Alert>
              )}
              <DataTable
                label="Changes"
                columns={run ? withResult(columns, resultColumn) : columns}
                rows={rows}
                rowKey={calls.idOf}
                maxHeight={TABLE_HEIGHT}
                wrap
              />
            </Stack>
          </DialogContent>
          <DialogActions>
            {busy && <Button onClick={stop}>Stop</Button>}
            {!busy && run && open > 0 && (
              <Button variant="contained" onClick={() => void goOn(run).then(closeIfDone)}>
                Continue
              </Button>
            )}
            <Button ref={closeButton} onClick={leave}>
              {run && open === 0 ? 'Close' : 'Cancel'}
            </Button>
            {!run && (
              <Button
                type="submit"
                variant="contained"
                disabled={!onInvalid && (!items || items.length === 0)}
              >
                {applyLabel}
              </Button>
            )}
          </DialogActions>
        </DialogForm>
      </Dialog>
      {asking && (
        <ConfirmDialog
          title="Apply this change?"
          confirmLabel={applyLabel}
          destructive
          onConfirm={async () => void apply()}
          onClose={() => setAsking(false)}
        >
          <Typography>{question}</Typography>
        </ConfirmDialog>
      )}
      {leaving}
    </>
  )
}

/** In a narrow frame, the result column replaces the change column. */
const withResult = <Item,>(
  [name, ...others]: readonly Column<Item>[],
  result: Column<Item>,
): Column<Item>[] => [
  ...(name ? [name] : []),
  ...others
    .filter(({ hideFrom }) => hideFrom === undefined)
    .map((column) => ({ ...column, hideBelow: Math.max(MIN_WIDTH_FOR_BOTH, column.hideBelow ?? 0) })),
  result,
]

function Result({ state }: { state: BulkState | undefined }) {
  if (!state) return null
  if (state.kind === 'done') return <CellChip tone="success" label="Done" />
  if (state.kind === 'failed')
    return (
      <>
        <CellChip tone="error" label="Failed" /> <span>{state.reason}</span>
      </>
    )
  return state.kind === 'unknown' ? 'Not known' : 'Not tried'
}

interface ProgressProps {
  busy: boolean
  callsBegun: Store<number>
  share: number
  text: string
}

function Progress({ busy, callsBegun, share, text }: ProgressProps) {
  const call = useStore(callsBegun)
  return (
    <Stack sx={{ gap: 1 }}>
      <Typography role="status">{text}</Typography>
      <LinearProgress
        variant="determinate"
        value={Math.round(100 * share)}
        aria-label="Changes made"
        sx={{ visibility: busy ? 'visible' : 'hidden' }}
      />
      {busy && <SlowNotice key={call} />}
    </Stack>
  )
}
