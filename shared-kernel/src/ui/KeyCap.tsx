import Box from '@mui/material/Box'

export const KeyCap = ({ name }: { name: string }) => (
  <Box
    component="kbd"
    sx={{
      px: 0.75,
      border: 1,
      borderColor: 'divider',
      borderRadius: 0.5,
      font: 'inherit',
      fontSize: 'body2.fontSize',
      color: 'text.secondary',
      whiteSpace: 'nowrap',
    }}
  >
    {name}
  </Box>
)
