import { rspack, type Rspack } from '@rsbuild/core'

const { RuntimeGlobals, RuntimeModule } = rspack

/*
 * A second try must not meet the first: under its plain address a chunk would come from a cache that holds
 * the altered file, or wait for the request that hangs. A chunk is asked for again only where it failed or
 * was given up; it has another address each time. And where a remote's entry is itself a second try
 * (`?r=1`), all its chunks follow it.
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
 * A chunk whose shared module has not come would count as loaded: its own modules would run, throw at their import,
 * and stay in the page half run until it is reloaded. It counts as failed, and is asked for again.
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

/** Host and remotes alike: what failed is tried again, and never waited for again. */
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
