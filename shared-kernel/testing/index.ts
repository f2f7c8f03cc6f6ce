/* For tests of a screen, in jest with jsdom: the screen as it stands in the console, over a server that can fail. */
export { describeCalls } from './calls'
export { connectedServer } from './connectedServer'
export type { KnownCall } from './knownCall'
export { layOut, setWidth } from './layout'
export { indexOfRows } from './listIndex'
export { aUser, renderAt, renderPart, type Rendered } from './render'
export { renderAs, serverForTests } from './screen'
export { type Answer, heldBack, inLines, startServer, type TestServer } from './server'
