/* Command lines, environment variables, their errors, the log and the watchdog, for servers and tools. */
export { CommandError, explanationOf, readArguments, runProgram, UsageError } from '../tools/commandLine'
export { errorText, loggerOptions, type LogOutput, withPriorities } from '../tools/logger'
export { readVariables } from '../tools/variables'
export { startWatchdog } from '../tools/watchdog'
