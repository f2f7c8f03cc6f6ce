import { rspack, type Rspack } from '@rsbuild/core'

const { RuntimeGlobals, RuntimeModule } = rspack

/*
 * A second try must not meet the first. Under its plain address a chunk would come from a cache that
 * holds the altered file. So a chunk that failed is asked for under another address; and where a remote's
 * entry is itself a second try (`?r=1`), all its chunks follow it.
 */
class FreshChunks extends RuntimeModule {
  constructor() {
    super('console fresh chunks', RuntimeModule.STAGE_ATTACH)
  }

  override generate(): string {
    return `
      var own = document.currentScript;
      var query = own ? new URL(own.src).search : '';
      var failures = {};
      ['u', 'miniCssF'].forEach(function (key) {
        var nameOf = ${RuntimeGlobals.require}[key];
        if (nameOf) ${RuntimeGlobals.require}[key] = function (id) {
          return nameOf(id) + query + (failures[id] ? (query ? '&' : '?') + 'f=' + failures[id] : '');
        };
      });
      var load = ${RuntimeGlobals.ensureChunk};
      if (load) ${RuntimeGlobals.ensureChunk} = function (id) {
        return load(id).catch(function (error) {
          failures[id] = (failures[id] || 0) + 1;
          throw error;
        });
      };`
  }
}

/** Host and remotes alike: what was tried in vain is tried anew, and never waited for again. */
export class FreshChunksPlugin {
  apply(compiler: Rspack.Compiler): void {
    compiler.hooks.thisCompilation.tap('FreshChunksPlugin', (compilation) => {
      compilation.hooks.additionalTreeRuntimeRequirements.tap('FreshChunksPlugin', (chunk) => {
        compilation.addRuntimeModule(chunk, new FreshChunks())
      })
    })
  }
}
