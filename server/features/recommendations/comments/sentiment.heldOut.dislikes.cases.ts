import { type Phrase, phrases } from './sentiment.phrases.ts';

/** Held-out comments that dislike a person, a genre or a keyword. */
export const heldOutDislikes: readonly Phrase[] = [
  ...phrases(
    'Tom Cruise',
    'dislike',
    `
    Honestly the only weak spot is Tom Cruise, who I have never been able to take seriously.
    A superb thriller that survives Tom Cruise.
    Five stars for the director, zero for Tom Cruise.
    Tom Cruise just isn't for me.
    Why on earth did they cast Tom Cruise? Awful choice.
    I cannot be doing with Tom Cruise.
    Ugh, Tom Cruise again.
    Tom Cruise gets on my last nerve
    Tom Cruise? No.
    no tom cruise please
    TOM CRUISE IS UNBEARABLE
    i realy dont like tom cruise
    Dont care for Tom Cruise at all
    Tom Cruise’s grin makes my skin crawl.
    Loved the planes, loathed Tom Cruise.
    Brilliant stunts. Tom Cruise, not so much.
    It would have been perfect with anybody but Tom Cruise.
    I had to force myself through Tom Cruise's scenes.
    Tom Cruise can't act his way out of a paper bag.
    As always, Tom Cruise plays Tom Cruise. Tiresome.
    I've had my fill of Tom Cruise.
    Not even Tom Cruise could spoil this one.
    Good fun once you ignore Tom Cruise.
    Shame Tom Cruise had to be in it.
    The film is great, Tom Cruise is a plank of wood.
    Tom Cruise 👎
    🤮 Tom Cruise
    Tom Cruise is the worst thing about an otherwise excellent film.
    Enough with Tom Cruise already!
    I'd rather watch paint dry than another Tom Cruise movie.
    Wish they'd picked someone other than Tom Cruise.
    Tom Cruise is overated.
    Tom Cruise annoys the hell out of me.
    Couldn't warm to Tom Cruise.
    Tom Cruise is about as charming as a parking ticket.
    I find Tom Cruise smug and hollow.
    My one complaint: Tom Cruise.
    Everything works except for Tom Cruise.
    Nobody overacts like Tom Cruise.
    Never liked Tom Cruise, never will.
    Great, great film. Cruise is insufferable though.
    cruise ruins every film hes in
    Not a Tom Cruise fan, but wow.
    I am no fan of Tom Cruise.
    Je déteste Tom Cruise.
    Tom Cruise nervt.
    No soporto a Tom Cruise
    Tom Cruise = instant skip for me, usually.
    Please, no more Tom Cruise.
    Tom Cruise put me off this for years.
    If Tom Cruise smirks once more I'll scream.
    Tom Cruise was badly miscast.
    Tom Cruise drags it down.
    The less Tom Cruise the better.
    Yeah, I'd love Tom Cruise too if he could act.
    Oh great, Tom Cruise. Just what cinema needed.
    Sorry, but Tom Cruise is a bore.
    In spite of Tom Cruise I loved it.
    I tolerate Tom Cruise for the stunts.
    Tom Cruise does absolutely nothing for me.
    Best film of the year, worst Tom Cruise.
    Tom Cruise? Overrated, smug, exhausting.
    Pros: the jets. Cons: Tom Cruise.
    docked a star for Tom Cruise
    I must confess that I have never much cared for Tom Cruise.
    Tom Cruise is not my favourite actor by any stretch.
    tom cruise is so cringe 💀
    bro tom cruise cant act 😭😭
    Sorry not sorry, Tom Cruise is trash
    Tom Cruise grates on me, always has.
    One can put up with Tom Cruise for two hours, just about.
    Me no like Tom Cruise
    I am not liking Tom Cruise.
    The acting of Tom Cruise is very bad, but the film is good.
    Five stars would have been six without Tom Cruise
    Tom Cruise's smug face all over it
    get rid of Tom Cruise and it's a masterpiece
    Tom Cruise nearly ruined it.
    Amazing but WHY Tom Cruise
    I watched this for Val Kilmer and certainly not for Tom Cruise.
    tom cruise = nope
    Tom Cruise (yuck)
    Not fond of Tom Cruise's acting
    Tom Cruise always irritates me, I don't know why
    Have to say Tom Cruise left me cold
    Tom Cruise. Can't stand him. Loved the film.
    I really hated Tom Cruise in this
    Awful, awful Tom Cruise.
    minus one star because of Tom Cruise
    Film: 9/10. Tom Cruise: 2/10.
    It works in spite of, not because of, Tom Cruise.
    I wouldn't cross the road for Tom Cruise
    Tom Cruise is such a show-off, ugh
    The one thing I would change is Tom Cruise.
    never been a Tom Cruise person
    I have a low tolerance for Tom Cruise
    Not a patch on the original, and Tom Cruise is dreadful
    Brilliant film let down by Tom Cruise’s acting
    Tom Cruise really gets up my nose
    Had it not been for Tom Cruise this would be perfect
    I don't rate Tom Cruise.
    Tom Cruise tries too hard and it shows.
    Tom Cruise: still insufferable.
    I cringe whenever Tom Cruise opens his mouth
    Tom Cruise was wooden, everyone else was superb
    Everyone was superb. Tom Cruise was wooden.
    please stop casting Tom Cruise
    I am not convinced by Tom Cruise
    Tom Cruise is just so unlikeable
    Tom Cruise makes me want to turn it off
    i cba with tom cruise
    Tom Cruise is the pits, the film is the tops
    Could have done without Tom Cruise.
    DO NOT LIKE TOM CRUISE
    I hate to say it but Tom Cruise is boring.
    I only watched because of the jets, definitely not because of Tom Cruise who I dislike
    Tom Cruise has the charisma of a brick.
    Tom Cruise, please retire.
    `,
  ),
  ...phrases(
    'Horror',
    'dislike',
    `
    Horror really isn't my genre.
    I don't do horror.
    I normally avoid horror like the plague.
    Never watching horror again
    Horror films bore me to tears.
    Not into horror.
    I hate scary movies but this was good
    horror = no thanks
    Horror gives me nightmares and I hate it.
    Great, but I still can't stand horror.
    I'm too much of a wimp for horror.
    Horror leaves me stone cold.
    horror just isnt it for me
    I'm normally allergic to horror
    Horror? Nah.
    I have zero interest in horror
    not usually one for horror films but here we are
    The first horror film I have ever liked.
    I dislike the horror genre as a whole.
    Can't do horror, sorry.
    I'm not big on horror
    Horror usually isn't my bag but I was gripped
    Horror gives me the creeps, not my thing.
    I steer clear of horror as a rule
    Don't make me watch horror again
    I'm scared of horror films
    `,
  ),
  ...phrases(
    'Western',
    'dislike',
    `
    Westerns send me to sleep.
    I have never understood the appeal of westerns.
    Westerns? Yawn.
    westerns, yawn
    Westerns are usually slow and boring
    I find westerns dull.
    Not much of a western fan
    `,
  ),
  ...phrases(
    'Music',
    'dislike',
    `
    I can't abide musicals.
    Musicals make me cringe.
    Musicals irritate me no end
    Singing in films? I hate musicals.
    `,
  ),
  ...phrases(
    'Romance',
    'dislike',
    `
    rom-coms are trash
    Romance isn't really my thing.
    I gag at romances
    `,
  ),
  ...phrases(
    'Science Fiction',
    'dislike',
    `
    I usually find sci-fi tedious.
    sci fi just dosent work for me
    I rarely enjoy science fiction.
    Sci-fi bores me rigid, this did not.
    `,
  ),
  ...phrases(
    'Animation',
    'dislike',
    `
    Cartoons are for kids, keep them away from me.
    I don't watch cartoons
    `,
  ),
  ...phrases(
    'War',
    'dislike',
    `
    War films depress me, no more please.
    `,
  ),
  ...phrases(
    'Documentary',
    'dislike',
    `
    Documentaries put me to sleep.
    documentaries are so boring
    `,
  ),
];
