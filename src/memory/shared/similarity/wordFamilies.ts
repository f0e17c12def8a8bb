/**
 * What short engineering texts say in several ways: verbs of choosing, making and removing, negations, and words that
 * mean the same in a text about software. English, German and Chinese. Each word stands for all inflections that the
 * stemmer knows; the longest phrase takes precedence. Hyphens and accents do not matter.
 */

/**
 * What a phrase does to a text. `skip` says nothing. `choose`, `make`, `move` and `replace` introduce what a text is for,
 * `remove` and `not` what it is against, and so does `block`, which is a noun elsewhere. After `move`, `copy` and
 * `replace`, `from`, `to` and `with` separate the old from the new. `instead` introduces what is not chosen, `but` ends a
 * negation, `because` introduces a reason, and `if` a condition. `inspect` is work on what exists.
 */
export type PhraseRole =
  | 'skip'
  | 'choose'
  | 'make'
  | 'move'
  | 'replace'
  | 'remove'
  | 'block'
  | 'not'
  | 'from'
  | 'to'
  | 'with'
  | 'off'
  | 'instead'
  | 'but'
  | 'because'
  | 'if'
  | 'copy'
  | 'inspect';

/** Phrases by their role, separated by commas. */
export const phrasesByRole: readonly (readonly [role: PhraseRole, phrases: string])[] = [
  [
    'skip',
    'a, an, the, this, that, these, those, there, it, its, they, them, their, i, im, id, ive, ill, you, your, we, our, us, me, my, he, she, ' +
      'who, which, what, how, is, are, was, were, be, been, being, am, do, does, did, has, have, had, having, will, would, should, shall, must, ' +
      'can, could, may, might, of, on, at, by, for, as, so, and, or, while, then, than, about, through, via, into, onto, over, under, ' +
      'between, up, in, per, each, every, all, any, some, both, also, too, just, only, simply, really, very, now, here, again, still, already, ' +
      'yet, always, once, ever, everything, please, lets, let, want, wants, wanted, like, need, needs, think, thought, maybe, perhaps, probably, ' +
      'ok, okay, yes, yeah, yep, hey, hi, hm, hmm, thanks, thank, sure, great, good, nice, actually, consider, considering, one, ones, thing, ' +
      'things, way, why, why not, why dont we, why dont you, approach, idea, own, same, such, much, many, more, most, whole, entire, instead, well, anyway, ' +
      'decided, decide, decision, ' +
      'going to, gonna, able to, so that, sodass, 为了, 这样, we tried, i tried, where, whose, other, etc, ' +
      'somebody, someone, anybody, anyone, happen, happens, at the moment, right now, ' +
      'der, die, das, dem, den, des, ein, eine, einen, einem, einer, eines, und, oder, ist, sind, war, wird, werden, wurde, wurden, soll, sollen, ' +
      'sollte, sollten, kann, konnen, konnten, muss, mussen, ich, wir, uns, unser, unsere, unseren, unserer, mir, mich, sie, es, man, fur, furs, ' +
      'als, im, am, an, zum, zur, zu, dann, auch, noch, schon, nur, bitte, mal, doch, einfach, lass, lasst, jede, jeden, jedes, jeder, alle, ' +
      'allen, alles, hier, dort, bei, beim, ins, selbst, eigen, eigene, eigenen, eigener, dass, damit, denn, wie, was, haben, hat, hatten, ' +
      'darf, durfen, durfte, jemand, mehr, wieder, passieren, passiert, ' +
      'machen, mach, mache, in, uber, warum, warum nicht, ' +
      '我们, 我, 你, 你们, 它, 把, 将, 的, 了, 吧, 吗, 呢, 请, 应该, 需要, 想要, 可以, 能不能, 能, 是否, 这个, 那个, 里面, 里, 中, 在, 来, 让, 一下, 就, ' +
      '再, 也, 都, 与, 和, 或, 上, 时, 每, 各, 对, 给, 为, 要, 被, 会, 重新, 现在, 目前, 以后, 就好, 就行, 这么',
  ],
  [
    'choose',
    'use, using, usage, adopt, adoption, employ, choose, pick, prefer, select, try, try out, go with, go for, opt for, rely on, run on, ' +
      'switch on, turn on, enable, activate, start using, introduce, bring in, integrate, support, base on, build on, work on, ' +
      'verwenden, verwende, verwendet, verwendung, nutzen, nutze, nutzt, benutzen, benutze, einsetzen, setzen, einfuhren, fuhre, nehmen, nimm, ' +
      'ausprobieren, einschalten, anschalten, aktivieren, aktiviere, 打开, 开启, 使用, 采用, 用, 选用, 选择, 引入, 启用, 试试, 尝试, 改用, 换成, 换用, 改成, 改为',
  ],
  [
    'make',
    'add, create, make, build, rebuild, write, implement, set up, setup, install, provide, put in place, develop, generate, produce, prepare, ' +
      'require, enforce, ensure, make sure, perform, execute, run, apply, serve, expose, hinzufugen, erstellen, erstelle, bauen, baue, einbauen, ' +
      'sorge dafur, sicherstellen, implementieren, ' +
      'schreiben, schreibe, anlegen, ausfuhren, 实现, 增加, 添加, 加上, 新增, 创建, 写, 做成, 做, 确保, 执行, 运行, 进行, 建立',
  ],
  [
    'move',
    'move, take, turn, switch, migrate, change, convert, port, transition, shift, leave, protect, secure, umstellen, stelle, umsteigen, verschieben, verschiebe, wechseln, wechsle, ' +
      'schalten, schalte, schalt, migrieren, ' +
      '迁移, 切换, 转, 换',
  ],
  [
    'replace',
    'replace, swap, swap out, substitute, exchange, ersetzen, ersetze, austauschen, tausche, 替换, 取代, 代替, 替代, 替换成, 替换为',
  ],
  [
    'remove',
    'remove, removal, drop, delete, get rid of, rid of, stop, stop using, get away from, avoid, eliminate, abandon, ditch, ' +
      'retire, deprecate, reject, revert, undo, rule out, discard, uninstall, disable, turn off, switch off, rip out, strip, leave out, without, no longer, ' +
      'against, dislike, forbid, forbidden, ' +
      'prevent, prohibit, disallow, refuse, deny, phase out, shut down, take down, kill, wipe, purge, erase, mask, redact, sanitize, ' +
      'truncate, omit, suppress, unacceptable, impossible, a bad idea, a mistake, not acceptable, ' +
      'entfernen, entferne, loschen, losche, weglassen, abschaffen, verzichten, vermeiden, loswerden, ohne, verwerfen, verworfen, ablehnen, ' +
      'abgelehnt, abschalten, deaktivieren, streichen, verhindern, verhindere, unterbinden, unterbinde, verbieten, verbiete, verboten, ' +
      'sperren, sperre, gesperrt, blockieren, blockiere, beenden, beende, aufhoren, hor auf, ' +
      '禁止, 阻止, 防止, 拦截, 屏蔽, 不允许, 隐藏, 关闭, 关掉, 清除, 删除, 移除, 去掉, 避免, 弃用, 放弃, 停用, 停止, 取消, 拒绝, 否决, 禁用, 删掉',
  ],
  [
    'copy',
    'copy, export, import, kopieren, kopiere, exportieren, exportiere, importieren, importiere, 复制, 导出, 导入',
  ],
  [
    'block',
    'block, ban, fail, hide, hidden, skip, cancel, close, clear, freeze, pause, delay, postpone, mute, exclude, anonymize',
  ],
  [
    'not',
    'not, no, nobody, no one, nein, never, none, nor, dont, doesnt, didnt, wont, cannot, cant, isnt, arent, wasnt, shouldnt, mustnt, must go, has to go, ' +
      'have to go, has to end, must end, has to stop, has to change, needs to change, nicht, nicht mehr, niemand, lass das, 不行, kein, keine, keinen, ' +
      'nie, niemals, 不, 不要, 不用, 不再, 没, 没有, 別, 别, 勿, 未',
  ],
  ['from', 'from, away from, off the, off of, out of, von, vom, aus, weg von, 从'],
  ['to', 'to, auf, 到, 至, 成'],
  ['with', 'with, mit, durch, gegen'],
  ['off', 'off, ab, weg, raus'],
  ['instead', 'instead of, rather than, in place of, statt, anstatt, anstelle, anstelle von, 而不是, 而非'],
  ['but', 'but, sondern, aber, 而是, 但是, 但'],
  ['because', 'because, since, due to, weil, 因为, 由于'],
  [
    'if',
    'if, whether, when, whenever, in case, unless, before, until, ob, wenn, falls, sobald, bevor, solange, 如果, 一旦, 的时候',
  ],
  [
    'inspect',
    'fix, debug, investigate, explain, document, describe, review, check, verify, test, understand, upgrade, update, bump, rename, profile, ' +
      'monitor, analyze, analyse, inspect, look at, look into, find out, list, show me, tell me, compare, summarize, answer, count, print, draw, ' +
      'restore, read, explore, evaluate, audit, refactor, clean up, improve, measure, reproduce, mention, discuss, increase, decrease, ' +
      'write a test, write tests, write a unit test, write unit tests, add a test, add tests, add a unit test, add unit tests, ' +
      'warn, warning, detect, alert, notify, flag, report, find, search for, catch, scan, lint, linter, confirm, confirmation, ' +
      'approval, dump, protokolliere, warnen, warne, warnung, erkennen, erkenne, erkannt, melden, melde, fehlermeldung, finden, finde, ' +
      'beheben, behebe, reparieren, prufen, prufe, erklaren, erklare, dokumentieren, testen, vergleichen, zeige mir, ' +
      '修复, 检查, 调试, 解释, 说明, 查看, 升级, 更新, 修, 检测, 警告, 提醒, 报警, 通知, 提示, 查找',
  ],
];

/**
 * Words that mean the same in texts about software, separated by commas; the first names the family. A wider list would
 * make other approaches look alike.
 */
export const synonyms: readonly string[] = [
  'store, save, keep, put, persist, hold, place, speichern, speichere, gespeichert, ablegen, legen, lege, 存储, 保存, 存到, 存在, 存, 放到, 放, 写入',
  'split, split off, split up, extract, separate, separately, break out, break up, carve out, auslagern, aufteilen, 拆分, 拆出, 拆',
  'merge, combine, join, unify, zusammenfuhren, 合并',
  'rewrite, reimplement, redo, neu schreiben, 重写',
  'render, typeset, rendern, 渲染',
  'compute, calculate, precompute, recompute, berechnen, 计算',
  'send, push, deliver, schicken, senden, 发送, 推送',
  'fetch, load, retrieve, laden, 加载, 获取',
  'authenticate, authentication, auth, 认证',
  'authorize, authorization, authz, 授权',
  'sign in, sign, signin, log in, login, anmelden, anmeldung, 登录',
  'database, db, datenbank, datenbanken, datastore, 数据库',
  'postgres, postgresql, pg',
  'mongo, mongodb',
  'kubernetes, k8s, kube',
  'javascript, js',
  'typescript, ts',
  'c++, cpp',
  'c#, csharp, c sharp',
  'f#, fsharp, f sharp',
  'repository, repo, 仓库',
  'configuration, config, configure, konfiguration, 配置',
  'environment, env, umgebung, 环境',
  'documentation, docs, dokumentation, 文档',
  'directory, folder, ordner, 目录, 文件夹',
  'dependency, deps, abhangigkeiten',
  'email, mail, e-mail, 邮件',
  'photo, picture, image, bild, bilder, 图片, 照片',
  'float, floating point, gleitkommazahl, gleitkommazahlen, 浮点数',
  'cache, caching, ttl, zwischenspeichern, 缓存',
  'regex, regexp, regular expression',
  'right, permission, berechtigung, berechtigungen, 权限',
  'nightly, every night, each night, night, once a night, nacht, 每晚',
  'monthly, month, 按月, 每月',
  'hourly, every hour, each hour',
  'daily, every day, each day, 每天',
  'millisecond, ms, 毫秒',
  'second, sec, sekunde, sekunden, 秒',
  'minute, min, minuten, 分钟',
  'megabyte, mb',
  'automatic, automatically, automated, automate, automatisch, automatisieren, automatisiere, auto, 自动, 自动化',
  'startup, start, boot, start up, 启动',
  'end to end, e2e',
  'monorepo, mono repo',
  'frontend, front end, 前端',
  'backend, back end, 后端',
  'websocket, web socket',
  'server sent event, sse',
  'ui, interface, oberflache, 界面',
  'style, stylesheet',
  'pipeline, ci',
  'deploy, deployment, ausliefern, 部署',
  'service, microservice, dienst, dienste, 服务, 微服务',
  'limit, throttle, 限制',
  'swallow, ignore, ignorieren, 忽略',
  'mock, stub, fake, mocken, gemockt, mocke, 模拟, 打桩',
  'text, string',
  'browser, 浏览器',
  'user, 用户',
  'customer, kunde, kunden, 客户',
  'order, bestellung, bestellungen, 订单',
  'price, preis, preise, 价格',
  'payment, zahlung, zahlungen, 支付',
  'session, sitzung, sitzungen, 会话',
  'library, lib, bibliothek, 库',
  'asynchronous, async',
  'synchronous, sync',
  'parallel, concurrent, concurrently, gleichzeitig, 并行',
  'forever, without a limit, without limit, unlimited, endless, indefinitely',
  'manual, manually, by hand, handwritten, hand written, hand write, von hand, 手动',
  'handle, handler, behandeln, 处理',
  'raw, plain',
  'encrypt, encryption, hash, verschlusseln, verschlussele, 加密',
  'plain text, plaintext, cleartext, unencrypted, klartext, 明文',
  'webassembly, wasm',
  'protobuf, protocol buffer',
  'tailwind, tailwindcss',
  'node, nodejs, node js',
  'react, reactjs',
  'next js, nextjs',
  'vue, vuejs',
  'amazon web services, aws',
  'google cloud, gcp',
  'github action, gha',
  'accessibility, a11y',
  'internationalization, i18n',
  'localization, l10n',
  'single sign on, sso',
  'two factor, 2fa, mfa, multi factor',
  'command line, cli',
  'spreadsheet, sheet',
  'orm, object relational mapper',
  'soft delete, soft deletion',
  'changelog, change log',
  'dropdown, drop down',
  'backup, back up',
  'rollback, roll back',
];

/** Families that exclude each other: what is automated is no longer done by hand. */
export const opposites: readonly (readonly [string, string])[] = [
  ['automatic', 'manual'],
  ['encrypt', 'plain text'],
];

/** Written numbers, from 0. */
export const numberWords = 'zero one two three four five six seven eight nine ten eleven twelve';
