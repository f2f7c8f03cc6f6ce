import { startNpmScript } from './processes'

/** `npm run build`, which builds what has changed. @returns false if a build failed; its output has been shown */
export async function buildAll(script: 'build' | 'build:api' = 'build'): Promise<boolean> {
  const { code } = await startNpmScript(script, { output: 'show' }).ended
  return code === 0
}
