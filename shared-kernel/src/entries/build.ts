/* Build ids, for the tools that write release records. */
export { builtAt, buildIdOf, NO_BUILD_YET } from '../tools/buildId'
