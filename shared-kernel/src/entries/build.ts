/* What names a build, for the tools that write release records. */
export { builtAt, buildIdOf, NO_BUILD_YET } from '../remote/buildId'
