import Box from '@mui/material/Box'
import type { SxProps, Theme } from '@mui/material/styles'

/** The console's logo. @param size in pixels */
export function Logo({ size, sx = {} }: { size: number; sx?: SxProps<Theme> }) {
  return (
    <Box component="svg" viewBox="0 0 32 32" aria-hidden sx={[{ width: size, height: size }, sx].flat()}>
      <rect width="32" height="32" rx="8" fill="#1565c0" />
      <path d="M32 10v14a8 8 0 0 1-8 8H10z" fill="#7b1fa2" />
      <path d="M9 22v-6M16 22V10M23 22v-9" stroke="#fff" strokeWidth="3.5" strokeLinecap="round" />
    </Box>
  )
}
