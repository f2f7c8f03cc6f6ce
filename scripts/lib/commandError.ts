/** One class: what scripts call of the API throws it too. `run.mjs` prints it without a stack trace. */
export { CommandError } from '../../api/src/foundation/commandError'
