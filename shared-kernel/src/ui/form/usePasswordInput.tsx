import { useState } from 'react'
import Box from '@mui/material/Box'

const EYE =
  'M12 6c3.8 0 7.2 2.1 8.8 5.5-1.6 3.4-5 5.5-8.8 5.5s-7.2-2.1-8.8-5.5C4.8 8.1 8.2 6 12 6m0-2C7 4 2.7 7.1 1 11.5 2.7 15.9 7 19 12 19s9.3-3.1 11-7.5C21.3 7.1 17 4 12 4m0 5a2.5 2.5 0 0 1 0 5 2.5 2.5 0 0 1 0-5m0-2a4.5 4.5 0 1 0 0 9 4.5 4.5 0 1 0 0-9'
const STRIKE = 'M3.3 2 2 3.3 20.7 22l1.3-1.3z'

/**
 * The type of a password's field, and the button in it that shows the text: plain elements, since the first page has
 * it.
 * @param what as in 'Show what is typed': without the word 'password', by which tests and assistive tools find the field
 */
export function usePasswordInput(what = 'what is typed') {
  const [isShown, setIsShown] = useState(false)
  return {
    type: isShown ? 'text' : 'password',
    endAdornment: (
      <Box
        component="button"
        type="button"
        aria-label={`${isShown ? 'Hide' : 'Show'} ${what}`}
        onClick={() => setIsShown(!isShown)}
        sx={{
          flex: 'none',
          width: 32,
          height: 32,
          mr: -1,
          p: 0.75,
          border: 0,
          borderRadius: 1,
          color: 'text.secondary',
          bgcolor: 'transparent',
          cursor: 'pointer',
          '&:hover': { bgcolor: 'action.hover' },
          '&:focus-visible': { outline: '2px solid', outlineOffset: -2 },
          '& svg': { display: 'block', fill: 'currentcolor' },
        }}
      >
        <svg viewBox="0 0 24 24" aria-hidden>
          <path d={isShown ? EYE + STRIKE : EYE} />
        </svg>
      </Box>
    ),
  }
}
