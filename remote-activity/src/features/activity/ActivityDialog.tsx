import { useId } from 'react'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import type { Activity } from '@console/shared-kernel/contracts'
import { usableList, useCurrentUser } from '@console/shared-kernel/core'
import { whatOf, whoOf } from '@console/shared-kernel/domain'
import { Dialog } from '@console/shared-kernel/form'
import { seesEverything } from '@console/shared-kernel/rules'
import { OpenLink, type OpenKind } from '@console/shared-kernel/view'
import { peopleQuery } from './api'
import { whenOf } from './columns'
import { changesOf, type RecordNames, targetNameOf } from './model'
import { mayRevert } from './revert/model'

interface Props {
  row: Activity
  records: RecordNames
  /** Null if the change cannot be reverted. */
  onRevert: (() => void) | null
  onClose: () => void
}

/** All fields of one change, with links to the user and the machine. */
export function ActivityDialog({ row, records, onRevert, onClose }: Props) {
  const titleId = useId()
  const changes = changesOf(row, records)
  const { actor, subject } = row
  const viewer = useCurrentUser()
  const people = usableList(useQuery(peopleQuery))?.rows ?? []
  /**
   * Whether the viewer's users screen lists this user. It omits deleted users, users above the viewer, and
   * the viewer unless at level 1.
   */
  const isFound = (id: number | null): id is number =>
    (id !== viewer.userId || seesEverything(viewer)) && people.some(({ userId }) => userId === id)
  const userLink = (id: number, name: string) => (
    <LinkButton
      label={`User ${name}`}
      opens={{ kind: 'user', id }}
      fallback={`/?${new URLSearchParams({ search: name })}`}
      onFollow={onClose}
    />
  )
  return (
    <Dialog onClose={onClose} maxWidth="sm" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{[whatOf(row), targetNameOf(row)].filter(Boolean).join(': ')}</DialogTitle>
      <DialogContent tabIndex={0}>
        <Typography sx={{ color: 'text.secondary', mb: 2 }}>
          {[
            whenOf(row),
            whoOf(row) && `by ${whoOf(row)}`,
            row.reverts !== null && 'reverts an earlier change',
          ]
            .filter(Boolean)
            .join(', ')}
        </Typography>
        {row.reason !== null && (
          <Typography sx={{ mb: 2, overflowWrap: 'anywhere' }}>{`Reason: ${row.reason}`}</Typography>
        )}
        {changes.length > 0 && (
          <Table size="small" aria-label="Changes">
            <TableHead>
              <TableRow>
                <TableCell>Field</TableCell>
                <TableCell>From</TableCell>
                <TableCell>To</TableCell>
              </TableRow>
            </TableHead>
            <TableBody>
              {changes.map(({ field, from, to }) => (
                <TableRow key={field}>
                  <TableCell>{field}</TableCell>
                  <TableCell sx={{ overflowWrap: 'anywhere' }}>{from}</TableCell>
                  <TableCell sx={{ overflowWrap: 'anywhere' }}>{to}</TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        )}
      </DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap' }}>
        {actor && isFound(actor.userId) && userLink(actor.userId, actor.userName)}
        {subject?.type === 'user' &&
          subject.userId !== actor?.userId &&
          isFound(subject.userId) &&
          userLink(subject.userId, subject.name)}
        {subject?.type === 'machine' && (
          <LinkButton
            label={`Machine ${subject.name}`}
            opens={subject.machineId === null ? null : { kind: 'machine', id: subject.machineId }}
            fallback={`/machines?${new URLSearchParams({ search: subject.machineId ?? subject.name })}`}
            onFollow={onClose}
          />
        )}
        {onRevert && mayRevert(row, viewer) && (
          <Button onClick={onRevert} color="inherit">
            Revert
          </Button>
        )}
        <Button onClick={onClose} autoFocus>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  )
}

interface LinkButtonProps {
  label: string
  /** Null if it has no panel and can only be searched for. */
  opens: { kind: OpenKind; id: string | number } | null
  fallback: string
  onFollow: () => void
}

function LinkButton({ label, opens, fallback, onFollow }: LinkButtonProps) {
  const link = opens ? { component: OpenLink, opens, otherwise: fallback } : { component: Link, to: fallback }
  return (
    <Button {...link} onClick={onFollow} color="inherit">
      {label}
    </Button>
  )
}
