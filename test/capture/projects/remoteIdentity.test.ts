import assert from 'node:assert/strict';
import { normalisedRemote, remoteUrls } from '../../../src/capture/projects/remoteIdentity.ts';

describe('normalisedRemote', () => {
  const spellings: Readonly<Record<string, readonly string[]>> = {
    'github.com/owner/name': [
      'git@github.com:Owner/Name.git',
      'https://github.com/owner/name',
      'https://token@github.com/Owner/Name.git',
      'https://user:token@GitHub.com/owner/name.git/',
      'https://ada@example.com:token@github.com/owner/name',
      'ssh://git@github.com:22/owner/name.git/',
      'ssh://git@ssh.github.com:443/owner/name.git',
      'git://github.com/owner/name/',
      'git+ssh://git@github.com/owner/name.git',
      'https://www.github.com//owner/name',
      'github.com:owner/name',
      ' https://github.com/owner/name.git\n',
    ],
    'dev.azure.com/org/my project/_git/my repo': [
      'https://dev.azure.com/org/My%20Project/_git/My%20Repo',
      'https://org@dev.azure.com/org/My Project/_git/My Repo',
      'https://org:token@dev.azure.com/Org/My%20Project/_git/_optimized/My%20Repo',
      'git@ssh.dev.azure.com:v3/org/My%20Project/My%20Repo',
      'ssh://git@ssh.dev.azure.com:22/v3/org/My%20Project/My%20Repo',
      'https://org.visualstudio.com/My%20Project/_git/My%20Repo',
      'https://org.visualstudio.com/DefaultCollection/My%20Project/_git/My%20Repo',
      'org@vs-ssh.visualstudio.com:v3/org/My%20Project/My%20Repo',
      'ssh://org@vs-ssh.visualstudio.com:22/DefaultCollection/My%20Project/_ssh/My%20Repo',
    ],
    'dev.azure.com/org/shop/_git/shop': [
      'https://dev.azure.com/org/_git/shop',
      'https://dev.azure.com/org/shop/_git/shop',
      'https://org.visualstudio.com/_git/Shop',
      'git@ssh.dev.azure.com:v3/org/shop/shop',
    ],
    'bitbucket.acme.org/proj/shop': [
      'https://ada@bitbucket.acme.org/scm/PROJ/shop.git',
      'https://bitbucket.acme.org:8443/bitbucket/scm/proj/shop.git',
      'ssh://git@bitbucket.acme.org:7999/proj/shop.git',
    ],
    'bitbucket.acme.org/~ada/shop': [
      'https://bitbucket.acme.org/scm/~ada/shop.git',
      'ssh://git@bitbucket.acme.org:7999/~ada/shop.git',
    ],
    'bitbucket.org/team/shop': ['ssh://git@altssh.bitbucket.org:443/team/shop.git', 'git@bitbucket.org:team/shop.git'],
    'gitlab.com/group/sub/shop': ['git@gitlab.com:group/sub/shop.git', 'https://oauth2:t@gitlab.com/group/sub/shop/'],
    'git-codecommit.eu-west-1.amazonaws.com/v1/repos/shop': [
      'https://git-codecommit.eu-west-1.amazonaws.com/v1/repos/shop',
      'ssh://APKAEXAMPLE@git-codecommit.eu-west-1.amazonaws.com/v1/repos/shop',
      'codecommit::eu-west-1://shop',
      'codecommit::eu-west-1://profile@Shop',
    ],
    'git.acme.org/srv/git/shop': ['git@git.acme.org:/srv/git/shop.git', 'ssh://git@git.acme.org./srv/git/shop'],
    '[::1]/owner/shop': ['ssh://git@[::1]:2222/owner/shop.git', 'git@[::1]:owner/shop.git'],
    'tfs.acme.org/tfs/defaultcollection/shop/_git/shop': [
      'https://tfs.acme.org/tfs/DefaultCollection/Shop/_git/Shop',
      'ssh://tfs.acme.org:22/tfs/DefaultCollection/Shop/_git/Shop',
    ],
  };
  for (const [key, urls] of Object.entries(spellings)) {
    for (const url of urls) {
      it(`maps ${url.trim()} to ${key}`, () => {
        assert.equal(normalisedRemote(url), key);
        // A stored key is a spelling, too.
        assert.equal(normalisedRemote(`https://${key}`), key);
      });
    }
  }

  it('keeps repositories apart that differ', () => {
    const urls = [
      ...['https://github.com/owner/repo', 'https://github.com/owner/repo2', 'https://github.com/other/repo'],
      ...[
        'https://gitlab.com/owner/repo',
        'https://gist.github.com/owner/repo',
        'https://github.com/owner/repo.wiki.git',
      ],
      ...[
        'https://github.example.com/owner/repo',
        'https://github.com/owner/repo/sub',
        'https://github.com/owner/re%20po',
      ],
      ...[
        'https://dev.azure.com/org/a/_git/repo',
        'https://dev.azure.com/org/b/_git/repo',
        'https://dev.azure.com/two/a/_git/repo',
      ],
      ...['https://two.visualstudio.com/b/_git/repo', 'https://dev.azure.com/org/_git/repo'],
      ...['https://gitlab.acme.org/scm/group/repo', 'https://gitlab.acme.org/group/repo'],
      ...['https://bitbucket.acme.org/scm/a/repo', 'https://bitbucket.acme.org/scm/b/repo'],
      ...['https://git.acme.org/team/scm/a/repo', 'https://git.acme.org/scm/repo', 'https://git.acme.org/repo'],
      ...['codecommit::eu-west-1://repo', 'codecommit::us-east-1://repo'],
    ];
    const keys = urls.map((url) => normalisedRemote(url));
    assert.ok(keys.every((key) => key !== undefined));
    assert.equal(new Set(keys).size, urls.length, keys.join('\n'));
  });

  it('returns undefined for what is no repository on a server', () => {
    const paths = ['/srv/git/name.git', '../name', 'file:///srv/name', 'file://host/share/name'];
    for (const path of [
      ...paths,
      'C:/git/name',
      'C:\\git\\name',
      'ext::sh -c x',
      'codecommit://shop',
      '',
      'name:shop'.slice(5),
    ])
      assert.equal(normalisedRemote(path), undefined, path);
  });
});

describe('the remotes in a Git configuration', () => {
  const cases: [config: string, ...remotes: [string, string][]][] = [
    ['[remote "origin"]\n\turl = https://a.example/o/r\n', ['origin', 'https://a.example/o/r']],
    ['[remote "origin"]\n\turl = "https://a.example/o/r"\n', ['origin', 'https://a.example/o/r']],
    ['[Remote "origin"]\r\n\tURL=git@a.example:o/r.git\r\n', ['origin', 'git@a.example:o/r.git']],
    ['[remote "origin"] url = a.example:o/r\n', ['origin', 'a.example:o/r']],
    ['[remote "origin"]\n\turl = https://a.example/o/r ; mine\n', ['origin', 'https://a.example/o/r']],
    ['[remote "origin"]\n\turl = "https://a.example/o/r#x" # mine\n', ['origin', 'https://a.example/o/r#x']],
    ['[remote "origin"]\n\turl = https://a.example/\\\no/r\n', ['origin', 'https://a.example/o/r']],
    ['[remote "origin"]\n\turl = "https://a.example/my \\"r\\""\n', ['origin', 'https://a.example/my "r"']],
    ['[remote "origin"]\n\tpushurl = https://b.example/o/r\n\turl = x:o/r\n\turl = y:o/r\n', ['origin', 'x:o/r']],
    ['[remote "a\\"b"]\n\turl = x:o/r\n[branch "main"]\n\turl = y:o/r\n', ['a"b', 'x:o/r']],
    ['; [remote "origin"]\n# url = x:o/r\n[url "git@x:"]\n\tinsteadOf = x:\n'],
  ];
  for (const [config, ...remotes] of cases) {
    it(`are read from ${JSON.stringify(config)}`, () => {
      assert.deepEqual([...remoteUrls(config)], remotes);
    });
  }
});
