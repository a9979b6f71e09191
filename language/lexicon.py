"""Closed word lists of English that grammar alone does not give: what lives, what is a place,
what belongs to a body, and which verbs lead another verb. All entries are base forms."""


def word_set(text: str) -> frozenset[str]:
    """The words of a list written as running text."""
    return frozenset(text.split())


MALE = word_set(
    """actor boy bridegroom brother bull businessman cowboy dad father fireman fisherman
    gentleman grandfather groom guy husband king lad male man monk mr nephew policeman priest
    prince rooster salesman sir son stallion uncle waiter widower"""
)
FEMALE = word_set(
    """actress aunt ballerina bride businesswoman cheerleader cow daughter female girl
    grandmother hen lady mare mom mother mrs ms mum niece nun policewoman princess queen
    sister waitress wife woman"""
)
HUMAN = (
    MALE
    | FEMALE
    | word_set(
        """adult alien announcer anyone archer artist assistant athlete audience baby baker barber
    bartender batter biker boss bowler boxer boyfriend builder burglar bystander cameraman
    camper captain captive carpenter cashier catcher chef child cleaner clerk climber clown
    coach colleague competitor contestant cook cop couple courier cousin customer cyclist
    dancer dentist deputy detective director diver doctor driver drummer dwarf electrician elf
    emperor employee engineer everybody everyone fairy fan farmer fencer figure fisherman
    follower friend gardener ghost giant girlfriend goalie goalkeeper golfer guard guest
    guitarist gymnast hairdresser hero heroine hiker host hostess human hunter individual
    infant instructor interviewer intruder janitor journalist judge jumper juvenile kayaker
    kid knight leader lover magician mailman manager mechanic member minor model monster
    mourner musician narrator neighbor neighbour ninja nobody nurse officer official onlooker
    operator opponent owner paddler painter parent participant partner passenger passerby
    patient patron pedestrian peer people performer person pharaoh photographer pianist
    piercer pilot pirate pitcher player plumber porter presenter prisoner pupil receptionist
    referee relative reporter rider robber robot rower runner sailor santa scientist server
    sheriff shooter shoplifter shopper singer skateboarder skater skier snowboarder soldier
    somebody someone speaker spectator spiderman spouse stranger striker student stuntman
    stylist subject surfer surgeon suspect swimmer tattooist teacher teammate technician teen
    teenager thief thrower toddler trainer troll twin umpire vet victim viewer villain
    violinist visitor waiter wakeboarder wearer witch witness wizard worker wrestler zombie"""
    )
)
ANIMAL = word_set(
    """alligator alpaca animal ant antelope ape badger bat bear beast beaver bee beetle bird
    bison boar buffalo bunny butterfly calf camel cat caterpillar cheetah chick chicken chimp
    chimpanzee chinchilla chipmunk crab creature cricket crocodile crow cub deer dinosaur dog
    dolphin donkey dove dragon dragonfly duck duckling eagle eel elephant elk falcon ferret
    fish flamingo fly fox frog gazelle giraffe gnu goat goose gorilla grasshopper gull hamster
    hare hawk hedgehog hippo horse hyena insect jackal jellyfish kangaroo kitten koala ladybug
    lamb lemur leopard lion lizard llama lobster mammal mole monkey moose mosquito moth mouse
    mule octopus ostrich otter owl ox panda parrot peacock penguin pet pig pigeon piglet pony
    pup puppy rabbit raccoon rat raven reindeer reptile rhino robin rodent salmon seagull seal
    shark sheep skunk slug snail snake sparrow spider squid squirrel stag swan tiger toad
    tortoise trout turkey turtle walrus wasp weasel whale wolf woodpecker worm zebra"""
)
ANIMATE = HUMAN | ANIMAL

SOMETIMES_ANIMATE = word_set(
    """bat batter bear bowler boxer bug bull calf chicken cleaner cook crab cracker crane cricket
    duck eel fan figure fish fly ghost giant goose guard guide host jumper lamb leader lobster
    model mole monster mouse octopus official operator ox patient pet pitcher ring robot
    runner salmon seal snail squid striker tick trout turkey twin worm"""
)
"""Animate only where they act: *the chicken runs*, not *adds the chicken*."""

GROUPS = word_set(
    """army audience band bunch cast choir class committee couple crew crowd duo family flock
    gang group herd line mob orchestra pack pair parade party people police procession public
    quartet queue squad staff swarm team trio"""
)
"""Collectives; ``group of X`` takes what it is from X."""
COUNTED_GROUPS = {"couple": 2, "pair": 2, "duo": 2, "both": 2, "trio": 3, "quartet": 4}
PARTITIVES = word_set(
    """all amount any bag bit both bottle bowl box bunch can chunk clip cluster couple crowd cup
    dollop dozen drop each few flock footage glass group half handful heap herd kind layer
    list lot lots majority many most none number one pack pair part piece pieces pile pinch
    plenty portion rest row scene series serving set several sheet shot slice some sort
    spoonful stack string strip swarm tablespoon team teaspoon top type variety"""
)
"""Heads whose ``of`` complement says what the thing is."""
QUANTITY_HEADS = word_set(
    """all amount any bit both bunch clip clips couple dozen each few footage group half handful
    kind lot lots majority many most none number one pair plenty rest row scene scenes series
    set several shot shots some sort type variety"""
)
"""Of these, the ones that never name the thing themselves."""

PLACES = word_set(
    """air airport aisle alley apartment arcade area arena attic avenue background backyard
    balcony bank bar barn basement bathroom beach bedroom boulevard bridge burrow bush bushes
    cafe camp campsite canopy canyon carpark castle cave cell cellar checkout church cinema
    city classroom clearing cliff coast corner corridor counter country countryside court
    courtyard crossing cubicle deck den desert distance dock doorway downstairs driveway
    dungeon elevator entrance exit factory farm fence field floor foreground forest garage
    garden gate glacier glade gorge grass ground gym hall hallway harbor harbour highway hill
    hole home horizon hospital hotel house indoors inside intersection island jungle kitchen
    lab laboratory lair lake landscape lane lawn library lift lobby location lot mall market
    meadow mountain museum nest ocean office outdoors outside palace park parking path patio
    pavement pier pitch place platform plaza pond pool porch prison quarry ramp reception
    restaurant ring rink river road roof rooftop room salon sand scene scenery school sea shop
    shore sidewalk site sky slope snow space spot square stable stadium stage staircase stairs
    stairwell station store stream street studio supermarket temple theater theatre tower town
    track trail treetops tunnel upstairs valley vault village wall warehouse water wood woods
    workshop world yard"""
)

FLEXIBLE_PLACES = word_set(
    """air area bank bar bridge bush cell corner counter fence floor gate grass ground hole lift
    path platform plaza ramp ring sand scene sky snow square stage track trunk wall water
    world"""
)
"""Places that are things where something is done to them."""

BODY_PARTS = word_set(
    """ankle arm back beak beard belly body bottom breast brow cheek chest chin claw ear elbow
    expression eye eyebrow eyelid face feather feet fin finger fist foot forehead frown fur
    gaze grin hair hand head heel hip hoof horn jaw knee lap leg limb lip mane mouth muzzle
    nail neck nose palm paw rear shoulder skin smile snout stomach tail teeth throat thumb toe
    tongue tooth torso voice waist whisker wing wrist"""
)
OWN_LIMBS = word_set(
    """arm chest chin ear elbow eye eyebrow face feet finger fist foot forehead hand head knee
    leg lip mouth neck nose paw shoulder tail teeth thumb toe"""
)
"""Parts of the body that are the doer's own where nobody's are named: *raises one hand*."""
CLOTHES = word_set(
    """apron bandana bikini blouse boot boots cap cloak coat costume dress glasses glove gloves
    goggles gown hat headscarf helmet hijab hood hoodie jacket jeans jersey kimono leotard
    mask outfit pants robe sandals scarf shirt shoe shoes shorts skirt sneakers sock socks
    suit sunglasses sweater sweatshirt swimsuit t-shirt tie top trousers tshirt turban tutu
    uniform vest wetsuit"""
)

COLOURS = word_set(
    """beige black blond blonde blue bluish brown dark golden gray green greenish grey light
    orange pink purple red reddish silver tan turquoise violet white yellow"""
)
DIMENSIONS: dict[str, str] = {
    **dict.fromkeys(COLOURS, "colour"),
    **dict.fromkeys(["big", "large", "huge", "giant", "tall", "enormous"], "size:big"),
    **dict.fromkeys(["small", "little", "tiny", "short", "mini"], "size:small"),
    **dict.fromkeys(["old", "older", "elderly"], "age:old"),
    **dict.fromkeys(["young", "younger"], "age:young"),
    **dict.fromkeys(["left", "right", "front", "rear", "upper", "lower"], "side"),
}
"""Adjectives that can tell two things of one name apart, by what they measure."""
CONTRAST = word_set("another different fifth fourth new other second third")
"""Words that introduce one more of a kind."""

BEGINNING = word_set(
    """agree aim appear attempt be begin bother cease choose come continue dare decide expect
    fail finish get go happen hate have help hope hurry intend keep learn like love manage
    mean need plan prefer prepare pretend proceed refuse resume rush seem start stop struggle
    tend threaten try use want wish"""
)
"""Verbs that melt with the verb they lead: ``begins to fall`` is one event, of falling."""
UNREALISED = word_set(
    """agree aim dare decide expect fail hate hope intend like love mean need plan prefer pretend
    refuse threaten want wish"""
)
OBJECT_CONTROL = word_set(
    """allow ask beg cause command convince drive enable encourage force get have help instruct
    invite lead leave let make order permit persuade push send teach tell urge warn"""
)
CAUSATIVE = word_set("""allow cause drive enable force get have lead leave let make send""")
ENABLING = word_set("allow enable help let permit")
PREVENTING = word_set("bar block hinder keep prevent protect save stave stop")
PERCEIVING = word_set("""catch discover feel find hear notice observe see show spot watch""")
SAYING = word_set(
    """agree announce ask believe claim decide describe discuss doubt expect explain forget guess
    hope imagine know learn mean mention pretend promise read realise realize remember say
    state suggest suppose tell think wish wonder"""
)
RESULTING = word_set(
    """allow amuse anger annoy block break bring cause close confuse crush cut delight destroy
    drag enable fling force free frighten hurl hurt kill knock launch lead leave let make open
    please prevent pull push puzzle release result scare send set shatter smash spill startle
    stop surprise sweep throw topple trap trigger turn upset wake worry wreck"""
)
"""Verbs that say, after ``, which``, what an event led to."""
FEELING = word_set(
    """alarm amuse anger annoy attract bore confuse delight distract embarrass excite frighten
    please puzzle scare shock startle surprise upset wake worry"""
)

STATIVE = word_set(
    """be belong consist contain cost equal have include mean own remain resemble seem"""
)
HOLDING = word_set("""bear carry clutch cradle grab grasp grip hold hug lift pick raise seize""")
PLACING = word_set(
    """add apply attach drop hang insert lay lean load mount park pin place position pour put
    rest rub set smear spray spread sprinkle stack stand stick throw tie"""
)
RESTING = word_set(
    """appear be crouch float grow hang hide hover kneel land lean lie live perch remain rest
    settle sit sleep squat stand stay wait"""
)

DOING: frozenset[str] = word_set(
    """add adjust aim appear applaud apply approach arrange arrive ask attach attack bake balance
    bark beat bend bite blanch blend blink blow board boil bounce bow bowl braid break breathe
    bring brush buckle build bump burn bury buy call calm carry carve catch celebrate change
    charge chase check cheer chew chirp chop circle clap clean clear clench climb cling close
    coat collect collide comb come connect cook cool count cover cower crack crash crawl creep
    cross crouch crumple crush cry curl cut dab dance dangle dart dash deal deliver depart
    deposit dice dig dip disappear discard disembark dismount dispose dive do dodge drag drain
    draw dress dribble drift drink drip drive drizzle drop dry duck dump dunk dust eat emerge
    empty enter escape escort examine exercise exit fade fall fasten feed feel fetch fight
    fill find finish fire fix flap flatten flee flick flinch flip flit float flush flutter fly
    fold follow frown fry gallop garnish gather gaze gesture get give glance glare glide glue
    go grab grate graze greet grill grin grind grip growl gulp hammer hand hang hatch haul
    heat hide hiss hit hoe hoist hold hop host hover hug hurl hurry insert inspect interview
    iron jab jog join juggle jump keep kick kiss knead kneel knit knock label land laugh
    launch lay lead lean leap leave lie lift light limp linger load lock loiter look loosen
    lower lunge make march marinate mash measure meet melt microwave mime mix mold moo mop
    mould mount move mow mulch munch nail nibble nod nudge open operate organize overtake pace
    pack paddle paint pan park pass pat pause pay peek peel peer perform pet pick pile pin
    place plant play plough plow pluck plug plunge point polish pour practice prepare press
    prowl pull punch push put race raise rake reach read reappear record refrigerate reheat
    remove repair replace reposition rest retrieve return reverse ride rinse rise roar roast
    roll rotate row rub run rush sail salute sand saute saw scatter scoop scour scrape scratch
    scream screw scroll scrub seal season see separate serve set settle sew shake shape
    sharpen shatter shave shiver shoot shout shovel show shred shrug shuffle shut sift sign
    simmer sing sink sip sit skate ski skid skip slam sleep slice slide slip smell smile smoke
    smooth snap sneak soak soap soar sob sort spar speak spear spin spit splash split spot
    spray spread spring sprinkle sprint squeeze squint stack stagger stand staple stare start
    steal steer step stick stir stock stop store strain stretch stride strike stroll stuff
    stumble surf swallow sway sweep swerve swim swing swipe take talk tap tape taste tear
    tease test throw thrust tidy tie tighten tilt tip tiptoe toast top toss touch transfer
    trash travel tremble trim trip trot trudge tug tumble turn twist type unbuckle unfold
    unload unlock unpack unroll unscrew untie unwrap unzip use vacuum vanish volley waddle
    wade wag wait wake walk wander warm wash watch water wave wear weep weigh weld whip whirl
    whisk wipe withdraw wrap wrestle wring write yank yell zip zoom"""
)
"""Everyday actions, by which a caption's verb is told from a noun of the same spelling."""

ANIMATE_DOING = word_set(
    """admire aim applaud ask attack bark beam bend bite blink bow breathe build carry catch
    chase cheer chew clap clean climb clutch cower crawl creep cringe crouch cry cut dance
    dart dash decide dig dive dodge drag draw dribble drink drive duck eat enjoy escape fight
    flee flinch follow frown gallop gasp gaze give glance glare grab grasp grin growl hand
    hear hide hold hop hug hurl hurry jump kick kiss kneel laugh lean leap lick lift limp
    listen look march nod notice paint pant peck peek peel peer perch pick place point pose
    pounce pour prowl pull punch push put race read ride rub run rush salute say scowl scratch
    scream scurry see shake shiver shoot shout shrug shuffle sigh sing sit skip sleep slink
    smell smile smirk sneak sniff snore sob speak spot squat squeeze stagger stand stare stir
    stretch stride stroll strut stumble swim take talk taunt tease tell think throw tiptoe
    toss tremble trot try waddle wake walk wander want wash watch wave weep whisper wink wipe
    write yawn yell"""
)
"""What only a creature does; tells animate nouns and pronouns from things."""

DOING |= ANIMATE_DOING
INANIMATE_DOING = word_set(
    """beep boil bounce break brown burn cook crack crash dissolve drift drip explode fade flash
    leak melt ring roll shatter shine simmer snap spill stick tear thicken"""
)
MOVING = word_set(
    """blow bounce burn come contain cover cross drift drip drive drop fall flash float flow fly
    follow glow go grow hang hover lead lie move pass pour rest ride rise roll run rush sail
    shine show sink sit slide spin stand swing travel tumble turn wave"""
)
"""What things without a will of their own also do."""
MANIPULATING = word_set(
    """bend bite break carry chew clean close cut drink drop eat fold hang hold hurl lift
    lower mix open paint peel pick place plug pour put raise read roll shake slice stir
    swing throw tie toss unplug use wash wear wipe yank"""
)
LOCATIVE = word_set(
    """above across against along alongside amid among around at atop behind below beneath beside
    between beyond by down from in inside into near off on onto outside over past through to
    toward towards under underneath up within"""
)
TARGETING = word_set(
    """about after around at for from into of on onto over past to toward towards with"""
)
MANNER = word_set(
    """addition alarm anger awe behalf care caution confusion delight detail disbelief disgust
    ease embarrassment excitement expression face fear force fright front frown fun grief grin
    help horror hurry joy look manner moment order pain panic rage response return sadness
    shape silence smile speed style surprise terror time turn unison way while"""
)
"""Said of how something is done, never a tool or a place."""
ABSTRACT = word_set(
    """ability aim anything attempt attention beginning bit break care center centre chance day
    decision desire direction effort end evening everything fact fun hour idea kind life lot
    love middle minute moment morning need night nothing opportunity order part plan reason
    rest right second side sight something sort step thing time top turn view way while"""
)
"""Nouns that name nothing one could see or hold."""

PHRASAL = frozenset(
    pair.replace("_", " ")
    for pair in word_set(
        """blow_out break_off bring_in chop_up clean_up cover_up cut_off cut_up drop_off fill_up
    fold_in hand_out hold_up kick_over knock_down knock_off knock_over let_in let_out lift_up
    mix_in peel_off pick_up pull_off pull_out push_over put_down put_on put_out roll_out
    set_off shake_off take_off take_out tear_off throw_away throw_out tip_over wake_up
    wipe_off"""
    )
)
"""Verbs with a particle that take an object: *the goat knocks over the bucket*."""
SWITCHING = frozenset({"turn on", "turn off", "switch on", "switch off"})
SWITCHED = word_set(
    """alarm burner camera computer cooker engine fan faucet gas heater iron lamp laptop light
    machine microwave mixer motor music oven phone projector radio shower siren stove switch
    tap television torch tv vacuum water"""
)
"""What one turns on: *turns on the tap*, but *turns on the branch*."""
