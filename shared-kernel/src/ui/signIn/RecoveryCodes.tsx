import { useEffect, useRef } from 'react'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { holdUnsavedChanges } from '../../client/unsavedChanges'
import { saveFile } from '../export/saveFile'

const EXPLAINED =
  'Each of these codes works once, in the place of your second factor. They are shown only now.'

/**
 * Shown only once, because the server does not store them; closing the tab asks for confirmation. The list
 * gets the focus, so that another Enter does not dismiss it.
 */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => list.current?.focus(), [])
  useEffect(() => holdUnsavedChanges(), [])
  return (
    <Stack sx={{ gap: 1.5 }}>
      <Typography>{EXPLAINED}</Typography>
      <Box
        component="ul"
        ref={list}
        tabIndex={-1}
        aria-label="Recovery codes"
        sx={{
          m: 0,
          // keeps the focus outline away from the codes
          p: 1,
          listStyle: 'none',
          display: 'grid',
          gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' },
          gap: 0.5,
          fontFamily: 'monospace',
        }}
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </Box>
      <Button
        variant="outlined"
        onClick={() => saveFile('recovery-codes.txt', 'text/plain', `${codes.join('\n')}\n`)}
        sx={{ alignSelf: 'start' }}
      >
        Download
      </Button>
    </Stack>
  )
}
