import { useId, useState, type FormEvent } from 'react'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import { Dialog } from '@console/shared-kernel/form'

interface Props {
  greeting: string
  onSave: (greeting: string) => void
  onClose: () => void
}

export function GreetingDialog({ greeting, onSave, onClose }: Props) {
  const [text, setText] = useState(greeting)
  const titleId = useId()
  const save = (event: FormEvent) => {
    event.preventDefault()
    onSave(text.trim())
    onClose()
  }
  return (
    <Dialog onClose={onClose} maxWidth="xs" aria-labelledby={titleId}>
      <form onSubmit={save}>
        <DialogTitle id={titleId}>Change greeting</DialogTitle>
        <DialogContent>
          <TextField
            label="Greeting"
            value={text}
            onChange={({ target }) => setText(target.value)}
            margin="dense"
            fullWidth
            autoFocus
          />
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="contained" disabled={text.trim() === ''}>
            Save
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
