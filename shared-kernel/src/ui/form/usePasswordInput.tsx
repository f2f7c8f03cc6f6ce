import { useState } from 'react'
import Box from '@mui/material/Box'

const EYE = 'M2 12q10-14 20 0-10 14-20 0m10 3a3 3 0 1 0 0-6 3 3 0 1 0 0 6'
const STRIKE = 'M4 3l16 18'

/**
 * The input type of a password field, and the button in it that reveals the text. Plain elements, because the
 * first page contains them.
 * @param what as in 'Show what is typed': without the word 'password', by which tests and assistive tools find the
 * field
 */
export function usePasswordInput(what = 'what is typed') {
  const [isShown, setIsShown] = useState(false)
  return {
    type: isShown ? 'text' : 'password',
    show: () => setIsShown(true),
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
          '& svg': { display: 'block', fill: 'none', stroke: 'currentcolor', strokeWidth: 2 },
        }}
      >
        <svg viewBox="0 0 24 24" aria-hidden>
          <path d={isShown ? EYE + STRIKE : EYE} />
        </svg>
      </Box>
    ),
  }
}
