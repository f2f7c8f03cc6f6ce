/** What the tool refuses to do, in words for whoever asked; one reason a line. */
export class Refusal extends Error {
  override readonly name = 'Refusal'

  constructor(...reasons: string[]) {
    super(reasons.join('\n'))
  }
}

/** Words that make no command: nobody was asked for anything yet. */
export class NotUnderstood extends Refusal {}
