/* Test tools for remotes of other repositories: screens in jest with jsdom, over a server that can fail. */
export { aMachine, aUser, wireMachine, wireUser } from './entities'
export { renderAs, serverForTests } from './screen'
