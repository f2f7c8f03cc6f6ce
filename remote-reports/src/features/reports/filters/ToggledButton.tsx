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
      aria-pressed={pressed}
      // the second click of a double click would search again
      onClick={({ detail }) => detail < 2 && onClick()}
      sx={{
        minWidth: 0,
        px: 1,
        '&[aria-pressed=true]': { bgcolor: 'action.selected', boxShadow: 'inset 0 0 0 1px currentcolor' },
      }}
    >
      {label}
    </Button>
  )
}
