import { useId, useState } from 'react'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import FormControlLabel from '@mui/material/FormControlLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { currentConnection } from '../../client/connect'
import { formatDateTime } from '../../domain/instants'
import type { AskedChange, TakenChange } from '../../domain/formMerge'
import { Dialog } from '../Dialog'
import { DialogForm, DialogHeading, subtitleId } from './DialogParts'

interface Props {
  what: string
  unseen?: string | undefined
  changedBy: string | null
  changedAt: string | null
  taken: readonly TakenChange[]
  asked: readonly AskedChange[]
  /** Receives the labels of the values to take from the other change. */
  onResolve: (theirs: ReadonlySet<string>) => void
  /** Called when the form stays as it is. */
  onClose: () => void
}

type Side = 'mine' | 'theirs'

export function ConflictDialog(props: Props) {
  const { what, unseen, changedBy, changedAt, taken, asked, onResolve, onClose } = props
  const [sides, setSides] = useState<ReadonlyMap<string, Side>>(new Map())
  const titleId = useId()
  const isDecided = asked.every(({ label }) => sides.has(label))
  const when = changedAt === null ? '' : ` on ${formatDateTime(changedAt, currentConnection().timeZone)}`

  const resolve = () => {
    if (!isDecided) return
    const theirs = [...sides].filter(([, side]) => side === 'theirs').map(([label]) => label)
    onResolve(new Set(theirs))
  }
  return (
    <Dialog onClose={onClose} aria-labelledby={titleId} aria-describedby={subtitleId(titleId)}>
      <DialogForm onSubmit={resolve}>
        <DialogHeading
          id={titleId}
          title="Changed meanwhile"
          subtitle={`${changedBy ?? 'Somebody else'} changed ${what}${when}, after you opened it. Your changes are not saved yet.`}
        />
        <DialogContent>
          <Stack sx={{ gap: 3, overflowWrap: 'anywhere' }}>
            {asked.map((change) => (
              <Choice
                key={change.label}
                change={change}
                side={sides.get(change.label) ?? null}
                onChoose={(side) => setSides(new Map(sides).set(change.label, side))}
              />
            ))}
            {taken.length > 0 && <Taken changes={taken} />}
            {taken.length === 0 && asked.length === 0 && (
              <Typography>{unseen ?? 'The other change does not affect the fields of this form.'}</Typography>
            )}
          </Stack>
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>Decide later</Button>
          <Button type="submit" variant="contained" disabled={!isDecided} autoFocus={asked.length === 0}>
            Back to the form
          </Button>
        </DialogActions>
      </DialogForm>
    </Dialog>
  )
}

interface ChoiceProps {
  change: AskedChange
  side: Side | null
  onChoose: (side: Side) => void
}

function Choice({ change: { label, mine, theirs }, side, onChoose }: ChoiceProps) {
  const labelId = useId()
  return (
    <Box>
      <Typography id={labelId} component="h3" variant="subtitle2">
        {label}
      </Typography>
      <RadioGroup
        aria-labelledby={labelId}
        value={side}
        onChange={(_event, chosen) => onChoose(chosen as Side)}
      >
        <FormControlLabel value="mine" control={<Radio size="small" />} label={`Yours: ${mine}`} />
        <FormControlLabel value="theirs" control={<Radio size="small" />} label={`Theirs: ${theirs}`} />
      </RadioGroup>
    </Box>
  )
}

function Taken({ changes }: { changes: readonly TakenChange[] }) {
  return (
    <Box>
      <Typography component="h3" variant="subtitle2">
        Changed by them alone, and kept
      </Typography>
      <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
        {changes.map(({ label, text }) => (
          <Typography key={label} component="li" variant="body2">
            {`${label}: ${text}`}
          </Typography>
        ))}
      </Box>
    </Box>
  )
}
