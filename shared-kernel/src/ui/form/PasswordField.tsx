import { useState, type ComponentProps } from 'react'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useWatch, type FieldValues } from 'react-hook-form'
import { copyText } from '../../client/copyText'
import { usePasswordScore, type PasswordNames } from '../../client/passwordScore'
import { useFeature } from '../../client/features'
import { generatePassword } from '../../domain/generatePassword'
import { FormField } from './FormField'
import { usePasswordInput } from './usePasswordInput'

type FieldProps<Values extends FieldValues> = ComponentProps<typeof FormField<Values>>

type Props<Values extends FieldValues> = FieldProps<Values> & {
  /** Completes the button's label, like 'what is typed' in 'Show what is typed'. */
  what?: string
  /** Set for a password that is being chosen: its strength is shown if the server supports that. */
  names?: PasswordNames
  /** Offers to generate the password, and to copy it. */
  onGenerate?: (password: string) => void
}

/** A password field with a button that shows what is typed. */
export function PasswordField<Values extends FieldValues>(props: Props<Values>) {
  const { what, names, onGenerate, ...field } = props
  const { control, name, required } = field
  const { type, endAdornment, show } = usePasswordInput(what)
  const password: string = useWatch({ control, name })
  const [notCopied, setNotCopied] = useState('')
  const generate = () => {
    const generated = generatePassword()
    onGenerate?.(generated)
    setNotCopied(generated)
    show()
  }
  const copy = async () => {
    if (await copyText(password, 'Password copied', notCopiedText())) setNotCopied('')
    else show()
  }
  return (
    <div>
      <FormField
        {...(field as FieldProps<Values>)}
        type={type}
        slotProps={{ htmlInput: { 'aria-required': required }, input: { endAdornment } }}
      />
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, px: 1.75 }}>
        {names && <Strength password={password} names={names} />}
        {onGenerate && (
          <Box sx={{ display: 'flex', ml: 'auto', mr: -1 }}>
            <Button size="small" onClick={generate}>
              Generate
            </Button>
            <Button size="small" disabled={password === ''} onClick={() => void copy()}>
              Copy
            </Button>
          </Box>
        )}
      </Box>
      {notCopied !== '' && notCopied === password && (
        <Typography role="status" variant="body2" sx={{ px: 1.75, color: 'warning.main' }}>
          Copy it before you go on: it is not shown again.
        </Typography>
      )}
    </div>
  )
}

const notCopiedText = (): string =>
  `The password was not copied${window.isSecureContext ? '' : ', as this page is not served by https'}. Copy it from the field.`

/** The word for each score; the server rejects scores below 'Good'. */
const WORDS = [
  ['Weak', 'error.main'],
  ['Weak', 'error.main'],
  ['Fair, but not enough', 'warning.main'],
  ['Good', 'success.main'],
  ['Strong', 'success.main'],
] as const

/** The line keeps its height, so that nothing moves. */
function Strength({ password, names }: { password: string; names: PasswordNames }) {
  const isOffered = useFeature('passwordStrength') !== undefined
  const score = usePasswordScore(password, names)
  const [word, color] = (score !== null && WORDS[score]) || []
  if (!isOffered) return null
  return (
    <Typography role="status" variant="body2" sx={{ minHeight: '1.43em' }}>
      {word && (
        <>
          {'Strength: '}
          <Box component="span" sx={{ color, fontWeight: 600 }}>
            {word}
          </Box>
        </>
      )}
    </Typography>
  )
}
