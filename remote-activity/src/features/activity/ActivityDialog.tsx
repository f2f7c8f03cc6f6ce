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
import { peopleQuery } from './api'
import { whenOf } from './columns'
import { changesOf, type RecordNames, whomOf } from './model'

interface Props {
  row: Activity
  records: RecordNames
  onClose: () => void
}

/** All fields of one change, with links to the user and the machine. */
export function ActivityDialog({ row, records, onClose }: Props) {
  const titleId = useId()
  const changes = changesOf(row, records)
  const { actor, subject } = row
  const viewer = useCurrentUser()
  const people = usableList(useQuery(peopleQuery))?.rows ?? []
  /** Whether the users screen would find this user: not if deleted, above the viewer, or the viewer (except level 1). */
  const isFound = (id: number | null) =>
    (id !== viewer.userId || seesEverything(viewer)) && people.some(({ userId }) => userId === id)
  return (
    <Dialog onClose={onClose} maxWidth="sm" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{[whatOf(row), whomOf(row)].filter(Boolean).join(': ')}</DialogTitle>
      <DialogContent tabIndex={0}>
        <Typography sx={{ color: 'text.secondary', mb: 2 }}>
          {[whenOf(row), whoOf(row) && `by ${whoOf(row)}`].filter(Boolean).join(', ')}
        </Typography>
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
        {actor && isFound(actor.userId) && (
          <LinkButton to={usersOf(actor.userName)} label={`User ${actor.userName}`} />
        )}
        {subject?.type === 'user' && subject.userId !== actor?.userId && isFound(subject.userId) && (
          <LinkButton to={usersOf(subject.name)} label={`User ${subject.name}`} />
        )}
        {subject?.type === 'machine' && (
          <LinkButton
            to={`/machines?${new URLSearchParams({ search: subject.machineId ?? subject.name })}`}
            label={`Machine ${subject.name}`}
          />
        )}
        <Button onClick={onClose} autoFocus>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  )
}

const usersOf = (userName: string): string => `/?${new URLSearchParams({ search: userName })}`

const LinkButton = ({ to, label }: { to: string; label: string }) => (
  <Button component={Link} to={to} color="inherit">
    {label}
  </Button>
)
