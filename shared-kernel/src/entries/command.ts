/* Command lines, environment variables and their errors, for servers and tools. */
export { CommandError, explanationOf, readArguments, UsageError } from '../tools/commandLine'
export { readVariables } from '../tools/variables'
