import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { rspack } from '@rsbuild/core'
import { kernelFolder } from './kernelFacts'

const source = join(kernelFolder, 'src')
const entry = readFileSync(join(source, 'entries/rules.ts'), 'utf8')
/** Modules of the kernel that stand in the entry: `domain/sorting`. */
const inEntry = new Set([...entry.matchAll(/from '\.\.\/([^']+)'/g)].map(([, module]) => module))

const KERNEL = '@console/shared-kernel/'

/** Whoever imports one of these modules, a kernel's own module too, gets it from the entry. */
export const sharedRules = () =>
  new rspack.NormalModuleReplacementPlugin(/^(?:\.|@console\/shared-kernel\/)/, (resource) => {
    const { request, context } = resource
    const module = request.startsWith('.')
      ? relative(source, join(context, request))
      : request.slice(KERNEL.length)
    if (inEntry.has(module)) resource.request = `${KERNEL}rules`
  })
