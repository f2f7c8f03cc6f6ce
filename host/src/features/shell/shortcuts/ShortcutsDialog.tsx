import { useId } from 'react'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { KeyCap } from '@console/shared-kernel/host'
import { Dialog } from '@console/shared-kernel/form'
import { findShortcutLabel } from './useShortcuts'

type Shortcut = readonly [keys: readonly string[], does: string]

const shortcuts = (): Record<string, readonly Shortcut[]> => ({
  Everywhere: [
    [[findShortcutLabel()], "Find a screen, user, machine or note, or act: 'credit slot 12'"],
    [['/'], 'Search on this screen'],
    [['↓'], 'From the search to the first row; ↑ or Esc leads back'],
    [['Esc'], 'Clear a search, close a dialog or what is open next to a list'],
    [['?'], 'Show these shortcuts'],
  ],
  'In a table': [
    [['↑', '↓'], 'Previous or next row'],
    [['Page Up', 'Page Down'], 'Ten rows up or down'],
    [['Home', 'End'], 'First or last row'],
    [['Enter'], 'Open the row'],
    [['J', 'K'], 'Next or previous row, while one is open'],
    [['Tab'], 'To the buttons of the row'],
    [['→', '←'], 'Open or close a branch of the tree'],
    [['Space'], 'Select the row, after Select'],
    [['Shift Space'], 'Select all rows up to this one'],
  ],
  'In a form': [[['Enter'], 'Save']],
})

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const titleId = useId()
  return (
    <Dialog onClose={onClose} maxWidth="sm" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>Keyboard shortcuts</DialogTitle>
      <DialogContent tabIndex={0}>
        {Object.entries(shortcuts()).map(([where, keys]) => (
          <Box key={where} component="section" sx={{ '& + &': { mt: 3 } }}>
            <Typography variant="overline" component="h3" sx={{ color: 'text.secondary' }}>
              {where}
            </Typography>
            <Box
              component="dl"
              sx={{
                m: 0,
                display: 'grid',
                gridTemplateColumns: { xs: '88px 1fr', sm: '160px 1fr' },
                columnGap: 2,
                rowGap: 1,
                alignItems: 'center',
              }}
            >
              {keys.map(([names, does]) => (
                <Box key={does} sx={{ display: 'contents' }}>
                  <Box component="dt" sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5 }}>
                    {names.map((name) => (
                      <KeyCap key={name} name={name} />
                    ))}
                  </Box>
                  <Typography component="dd" sx={{ m: 0 }}>
                    {does}
                  </Typography>
                </Box>
              ))}
            </Box>
          </Box>
        ))}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} autoFocus>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  )
}
