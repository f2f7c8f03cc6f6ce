/* Test tools for remotes in other repositories: screens in jest and jsdom, with a server that can fail. */
export { aMachine, aUser, wireMachine, wireUser } from './entities'
export { renderAs, serverForTests } from './screen'
