/** The API's code that scripts call throws it too. `run.mjs` prints it without a stack trace. */
export { CommandError } from '../../api/src/foundation/commandError'
