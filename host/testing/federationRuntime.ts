/*
 * Replaces the federation runtime in unit tests (see jest.config.mjs): it records its calls, and loads what a test
 * gives it.
 */

interface StubbedRemote {
  name: string
  entry: string
  entryGlobalName: string
  type: string
}

interface StubbedOptions {
  name: string
  shared: object
  plugins: {
    name: string
    createScript?: (script: { url: string }) => unknown
  }[]
}

/** The options of the console's only instance, and the calls to it. */
export const runtime = {
  options: null as StubbedOptions | null,
  remotes: [] as StubbedRemote[],
  asked: [] as string[],
  load: (_id: string): unknown => null,
}

export function createInstance(options: StubbedOptions) {
  runtime.options = options
  return {
    registerRemotes: (remotes: StubbedRemote[]) => void runtime.remotes.push(...remotes),
    loadRemote: async (id: string) => {
      runtime.asked.push(id)
      return runtime.load(id)
    },
  }
}
