import Button from '@mui/material/Button'

interface Props {
  label: string
  pressed: boolean
  onClick: () => void
}

export function ToggledButton({ label, pressed, onClick }: Props) {
  return (
    <Button
      size="small"
      color={pressed ? 'primary' : 'inherit'}
      variant={pressed ? 'outlined' : 'text'}
      aria-pressed={pressed}
      // the second click of a double click would search again
      onClick={({ detail }) => detail < 2 && onClick()}
      // as wide when it is pressed
      sx={{ minWidth: 0, px: 1, border: 0 }}
    >
      {label}
    </Button>
  )
}
