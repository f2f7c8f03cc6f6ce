/* Command lines and their errors, for servers and tools. */
export { CommandError, explanationOf, readArguments, UsageError } from '../tools/commandLine'
