import { rspack, type Rspack } from '@rsbuild/core'

const { RuntimeGlobals, RuntimeModule } = rspack

/*
 * A retried chunk gets a different URL: the original could be answered by a cache with an altered file, or
 * wait for a hanging request. If the remote's entry is itself a retry (`?r=1`), so are all its chunks.
 */
class FreshChunks extends RuntimeModule {
  constructor() {
    super('console fresh chunks', RuntimeModule.STAGE_ATTACH)
  }

  override generate(): string {
    return `
      var own = typeof document === 'undefined' ? null : document.currentScript;
      var query = own ? new URL(own.src).search : '';
      ['u', 'miniCssF'].forEach(function (key) {
        var nameOf = ${RuntimeGlobals.require}[key];
        var asked = {};
        if (nameOf) ${RuntimeGlobals.require}[key] = function (id) {
          var before = asked[id] || 0;
          asked[id] = before + 1;
          return nameOf(id) + query + (before ? (query ? '&' : '?') + 'f=' + before : '');
        };
      });`
  }
}

/*
 * A chunk whose shared module is missing counts as failed and is requested again. Otherwise its modules would
 * throw on import and stay half initialized until the page is reloaded.
 */
class SharedOrFailed extends RuntimeModule {
  constructor() {
    super('console shared or failed', RuntimeModule.STAGE_ATTACH)
  }

  override generate(): string {
    const require = RuntimeGlobals.require
    return `
      var load = ${require}.e;
      if (load) ${require}.e = function (chunk) {
        return load(chunk).then(function (loaded) {
          var consumed = ${require}.consumesLoadingData;
          // a shared module that failed throws what it failed with
          (consumed && consumed.chunkMapping[chunk] || []).forEach(function (id) { ${require}(id); });
          return loaded;
        });
      };`
  }
}

/** Lets hosts and remotes reload chunks that failed. */
export class FreshChunksPlugin {
  apply(compiler: Rspack.Compiler): void {
    compiler.hooks.thisCompilation.tap('FreshChunksPlugin', (compilation) => {
      compilation.hooks.additionalTreeRuntimeRequirements.tap('FreshChunksPlugin', (chunk) => {
        compilation.addRuntimeModule(chunk, new FreshChunks())
        compilation.addRuntimeModule(chunk, new SharedOrFailed())
      })
    })
  }
}
