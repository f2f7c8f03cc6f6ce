import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'

interface Props<Name extends string> {
  /** The group's accessible name. */
  label: string
  choices: readonly { name: Name; label: string }[]
  /** A name, or '' for none. */
  chosen: Name | ''
  /** Also called for the current choice. */
  onChoose: (name: Name) => void
}

export function Choices<Name extends string>({ label, choices, chosen, onChoose }: Props<Name>) {
  return (
    <ToggleButtonGroup exclusive size="small" aria-label={label} value={chosen}>
      {choices.map((choice) => (
        <ToggleButton
          key={choice.name}
          value={choice.name}
          // the second click of a double click would search again
          onClick={({ detail }) => detail < 2 && onChoose(choice.name)}
        >
          {choice.label}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}
