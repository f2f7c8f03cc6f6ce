import { TELEMETRY_LIMITS } from '@console/shared-kernel/remote'

/* Limits what is sent to telemetry: no query, no token, no name, and only short texts. */

/** Keeps the line and column after an address. */
const QUERY = /(\/[^\s?#'"`<>()]*)[?#][^\s'"`<>()]*?(?=(?::\d+:\d+)?(?:[\s'"`<>(),;]|$))/g
const USER_INFO = /(\w:\/\/)[^/\s@]*@/g
const TOKEN = /\b(?:eyJ[\w-]*\.[\w-]+(?:\.[\w-]*)?|Bearer\s+\S+)/g

/** Removes query, fragment, user name and password. */
export const withoutQueries = (text: string): string =>
  text.replace(USER_INFO, '$1').replace(QUERY, '$1').replace(TOKEN, '[token]')

/** Formats of Chromium and of React's component stacks, and of Firefox. */
export const FRAME = /^\s*at .*:\d+:\d+\)?$|^\S*@\S+:\d+:\d+$/
const MAX_FRAMES = 12

/** Only the frames: the first line of a stack is the message, which may contain anything. */
export const framesOf = (stack: string): string =>
  stack
    .split('\n')
    .filter((line) => FRAME.test(line))
    .slice(0, MAX_FRAMES)
    .map((line) => withoutQueries(line.trim()))
    .join('\n')

/** Errors of foreign code may have any text as their name. */
export const codeOf = (code: string): string =>
  /^[\w.:-]+$/.test(code) ? code.slice(0, TELEMETRY_LIMITS.code) : 'UNNAMED'
