import { PASSWORD_RULE } from './texts'

/** The specified help text, then the rule. */
export function PasswordHelp({ text }: { text: string }) {
  return (
    <>
      <span>{text}</span>
      {'. '}
      <span>{PASSWORD_RULE}</span>
    </>
  )
}
